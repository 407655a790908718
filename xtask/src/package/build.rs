//! The release build from which all packages are made.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::inventory::Inventory;
use super::{folder, fresh, licences, place, sbom, set_mode, settle, write};
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
        let inventory = Inventory::read()?;
        write(&stage.join("bastide.cdx.json"), sbom::text(&inventory, epoch)?.as_bytes(), 0o644)?;
        let texts = licences::text(&inventory)?;
        write(&stage.join("THIRD-PARTY-LICENSES"), texts.as_bytes(), 0o644)?;
        settle(&stage, epoch)?;
        Ok(Build { version, epoch, stage })
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

/// Returns the time of the packages: `SOURCE_DATE_EPOCH`, or the time of the last commit.
fn epoch() -> Result<u64> {
    if let Ok(text) = std::env::var("SOURCE_DATE_EPOCH") {
        return text.trim().parse().context("SOURCE_DATE_EPOCH is not a number of seconds");
    }
    let text = shell::output(Command::new("git").args(["log", "-1", "--format=%ct"]))
        .context("outside of a repository set SOURCE_DATE_EPOCH")?;
    text.trim().parse().context("git names no time")
}

/// Builds the page and the program, and returns the path of the program.
fn compile() -> Result<PathBuf> {
    println!("building the engine for browsers and the page …");
    if let Outcome::Skipped(skip) = wasm::build()? {
        println!("the page has no engine: {}; {}", skip.reason, skip.fix);
    }
    web::build()?;
    println!("building the program (ten minutes on two cores, once) …");
    // Separate, because other flags would make Cargo build everything again each time.
    let target = folder().join("build");
    let root = shell::root();
    let home = cargo_home().context("neither CARGO_HOME nor HOME is set")?;
    // No path of this machine is left in the program. The last rule that matches wins.
    let maps = [(home.as_path(), "/cargo"), (root.as_path(), "/bastide"), (&target, "/target")];
    let flags = |option: &str| -> String {
        let all = maps.map(|(from, to)| format!("{option}={}={to}", from.display()));
        all.join(" ")
    };
    let mut command = shell::cargo(["build", "--release", "--locked", "-p", "bastide-cli"]);
    command.arg("--target-dir").arg(&target);
    command.env("RUSTFLAGS", flags("--remap-path-prefix"));
    command.env("CFLAGS", flags("-ffile-prefix-map"));
    command.env_remove("CARGO_ENCODED_RUSTFLAGS");
    shell::run(&mut command)?;
    Ok(target.join("release/bastide"))
}

fn cargo_home() -> Option<PathBuf> {
    let named = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    named.or_else(|| Some(Path::new(&std::env::var_os("HOME")?).join(".cargo")))
}
