//! The release build from which all packages are made.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::inventory::Inventory;
use super::{folder, fresh, licences, place, sbom, set_mode, settle, write};
use crate::remap::Remap;
use crate::steps::Outcome;
use crate::{shell, version, wasm, web};

/// A stripped program and the files that belong to it.
pub(super) struct Build {
    /// Version of the program.
    pub(super) version: String,
    /// Time of the commit in seconds since 1970, used for all files.
    pub(super) epoch: u64,
    /// Folder with the program and its documents: `bastide`, `man1`, `completions`, licences, SBOM.
    pub(super) stage: PathBuf,
    /// The libraries in the program and in its page.
    pub(super) inventory: Inventory,
}

impl Build {
    /// Builds the page and the program, or takes an existing program.
    pub(super) fn make(program: Option<PathBuf>) -> Result<Build> {
        let (version, epoch) = (version::workspace()?, epoch()?);
        let program = match program {
            Some(program) => program,
            None => compile()?,
        };
        let told = shell::output(Command::new(&program).arg("--version"))?;
        if told.trim() != format!("bastide {version}") {
            bail!("{} is '{}', not version {version}", program.display(), told.trim());
        }
        let stage = folder().join("stage");
        fresh(&stage)?;
        let bare = stage.join("bastide");
        place(&program, &bare, 0o755)?;
        if !shell::install("strip", "binutils") {
            bail!("strip is missing: apt-get install binutils");
        }
        shell::run(Command::new("strip").arg("--strip-all").arg(&bare))?;
        set_mode(&bare, 0o755)?;
        shell::output(Command::new(&bare).arg("generate").arg(&stage))?;
        for name in ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"] {
            place(&shell::root().join(name), &stage.join(name), 0o644)?;
        }
        let example = shell::root().join("packaging/bastide.toml");
        place(&example, &stage.join("bastide.toml"), 0o644)?;
        let inventory = Inventory::read(&shell::host()?)?;
        describe(&inventory, &stage, epoch)?;
        settle(&stage, epoch)?;
        Ok(Build { version, epoch, stage, inventory })
    }

    /// Returns the path of a staged file.
    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.stage.join(name)
    }

    /// Returns the files of a staged folder in order.
    pub(super) fn files(&self, folder: &str) -> Result<Vec<PathBuf>> {
        let mut all: Vec<PathBuf> =
            fs::read_dir(self.stage.join(folder))?.flatten().map(|entry| entry.path()).collect();
        all.sort();
        Ok(all)
    }
}

/// Writes the bill of materials and the licences of an inventory to a folder.
pub(super) fn describe(inventory: &Inventory, folder: &Path, epoch: u64) -> Result<()> {
    write(&folder.join("bastide.cdx.json"), sbom::text(inventory, epoch)?.as_bytes(), 0o644)?;
    let texts = licences::text(inventory)?;
    write(&folder.join("THIRD-PARTY-LICENSES"), texts.as_bytes(), 0o644)
}

/// Returns the time of the packages: `SOURCE_DATE_EPOCH`, or the time of the last commit.
pub(super) fn epoch() -> Result<u64> {
    if let Some(epoch) = named_epoch(std::env::var("SOURCE_DATE_EPOCH").ok().as_deref())? {
        return Ok(epoch);
    }
    let text = shell::output(Command::new("git").args(["log", "-1", "--format=%ct"])).context(
        "the time of the last commit is unknown: outside of a repository set SOURCE_DATE_EPOCH, \
         to the output of 'date +%s' for example",
    )?;
    text.trim().parse().context("git names no time")
}

/// Returns the time in a variable. An argument of an image build that is not given may be empty.
fn named_epoch(text: Option<&str>) -> Result<Option<u64>> {
    let text = text.map(str::trim).filter(|text| !text.is_empty());
    text.map(|text| text.parse().context("SOURCE_DATE_EPOCH is not a number of seconds"))
        .transpose()
}

/// Builds the page and the program, and returns the path of the program.
fn compile() -> Result<PathBuf> {
    println!("building the engine for browsers and the page …");
    // The licences and the bill of materials list it.
    if let Outcome::Skipped(skip) = wasm::build()? {
        bail!("the page of a package needs the engine: {}; {}", skip.reason, skip.fix);
    }
    web::build()?;
    println!("building the program (ten minutes on two cores, once) …");
    // Separate, because other flags would make Cargo build everything again each time.
    let target = folder().join("build");
    let remap = Remap::new(&target)?;
    let mut command = shell::cargo(["build", "--release", "--locked", "-p", "bastide-cli"]);
    command.arg("--target-dir").arg(&target);
    command.env("RUSTFLAGS", remap.flags("--remap-path-prefix"));
    command.env("CFLAGS", remap.flags("-ffile-prefix-map"));
    command.env_remove("CARGO_ENCODED_RUSTFLAGS");
    shell::run(&mut command)?;
    Ok(target.join("release/bastide"))
}

#[cfg(test)]
mod tests {
    use super::named_epoch;

    #[test]
    fn an_empty_time_is_none() {
        for (text, expected) in [
            (None, None),
            (Some(""), None),
            (Some(" "), None),
            (Some("1763164800"), Some(1_763_164_800)),
            (Some("1763164800\n"), Some(1_763_164_800)),
        ] {
            assert_eq!(named_epoch(text).expect("a time, or none"), expected, "{text:?}");
        }
        assert!(named_epoch(Some("yesterday")).is_err());
    }
}
