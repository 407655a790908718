//! `cargo xtask package`: builds packages of the program into `target/package`, and tries them.
//!
//! Every package is built from one release build with fixed paths and times, so that two builds of
//! the same commit have the same bytes (ADR 28).

mod build;
mod debian;
mod inventory;
mod licences;
mod oci;
mod sbom;
mod tarball;
mod trial;
mod twice;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::{library, python, shell, version};
use build::Build;
use inventory::Inventory;

const HELP: &str = "\
Packages of the program, written to target/package:

  cargo xtask package tarball   the program with the page inside, manual pages, completions, licences, SBOM
  cargo xtask package deb       a Debian package with a systemd unit
  cargo xtask package oci       an image for containers (needs umoci, which is installed)
  cargo xtask package rootfs    the files of the image, for packaging/oci/Containerfile
  cargo xtask package crates    the packages of the library crates
  cargo xtask package wheel     the Python package
  cargo xtask package notices TARGET…   licences and bill of materials of the program for other systems
  cargo xtask package all       all of these but the notices, and SHA256SUMS
  cargo xtask package test      try the tarball, the Debian package (in a chroot) and the image (with
                                runc); needs root. With a name, one of them: tarball, deb, oci
  cargo xtask package twice     build the tarball of the commit in two directories and compare the bytes

  --program FILE   package this program instead of building one, without the promise that it can be
                   reproduced
";

/// Folder of all results.
fn folder() -> PathBuf {
    shell::target().join("package")
}

/// Runs the command.
pub(crate) fn run(args: &[String]) -> Result<()> {
    let mut words: Vec<&str> = Vec::new();
    let mut program = None;
    let mut rest = args.iter();
    while let Some(word) = rest.next() {
        match word.as_str() {
            "--program" => {
                let path = rest.next().context("--program needs a file")?;
                program =
                    Some(fs::canonicalize(path).with_context(|| format!("no program at {path}"))?);
            }
            "--help" | "-h" | "help" => {
                print!("{HELP}");
                return Ok(());
            }
            word if word.starts_with('-') => bail!("unknown option '{word}'\n\n{HELP}"),
            word => words.push(word),
        }
    }
    if !cfg!(target_os = "linux") {
        bail!("packages are built on Linux");
    }
    match words.as_slice() {
        ["tarball"] => sums(&[tarball::build(&Build::make(program)?)?]),
        ["deb"] => sums(&[debian::build(&Build::make(program)?, None)?]),
        ["oci"] => sums(&[oci::build(&Build::make(program)?)?]),
        ["rootfs"] => oci::rootfs(&Build::make(program)?).map(|_| ()),
        ["crates"] => sums(&crates()?),
        ["wheel"] => sums(&[wheel()?]),
        ["notices", targets @ ..] => notices(targets),
        ["all"] => all(program),
        ["test"] => trial::run(program, &["tarball", "deb", "oci"]),
        ["test", names @ ..] => trial::run(program, names),
        ["twice"] => twice::run(),
        [] => bail!("which package?\n\n{HELP}"),
        other => bail!("unknown package '{}'\n\n{HELP}", other.join(" ")),
    }
}

/// Builds all packages.
fn all(program: Option<PathBuf>) -> Result<()> {
    let build = Build::make(program)?;
    let mut made = vec![tarball::build(&build)?, debian::build(&build, None)?, oci::build(&build)?];
    made.extend(crates()?);
    made.push(wheel()?);
    // Files of earlier versions may be in the folder, too.
    let sums_file = folder().join("SHA256SUMS");
    if sums_file.exists() {
        fs::remove_file(sums_file)?;
    }
    sums(&made)
}

/// Writes what belongs to the program for other systems, for archives that are packed elsewhere.
fn notices(targets: &[&str]) -> Result<()> {
    for target in targets {
        let place = folder().join("notices").join(target);
        fresh(&place)?;
        let inventory = Inventory::read(target)?;
        build::describe(&inventory, &place, build::epoch()?)?;
        println!("{} components in {}", inventory.others().count(), place.display());
    }
    Ok(())
}

/// Packages the library crates and collects the files.
fn crates() -> Result<Vec<PathBuf>> {
    library::packages()?;
    let version = version::workspace()?;
    let mut made = Vec::new();
    for name in library::LIBRARIES {
        let file = format!("{name}-{version}.crate");
        let from = shell::target().join("packages/package").join(&file);
        made.push(collect(&from, &file)?);
    }
    Ok(made)
}

/// Builds and tests the Python package and collects the wheel.
fn wheel() -> Result<PathBuf> {
    if let crate::Outcome::Skipped(skip) = python::run()? {
        bail!("{}: {}", skip.reason, skip.fix);
    }
    let wheels = fs::read_dir(shell::target().join("wheels"))?;
    let wheel = wheels.flatten().next().context("no wheel was built")?;
    collect(&wheel.path(), &wheel.file_name().to_string_lossy())
}

/// Copies a result of another step into the folder of packages.
fn collect(from: &Path, name: &str) -> Result<PathBuf> {
    fs::create_dir_all(folder())?;
    let to = folder().join(name);
    fs::copy(from, &to).with_context(|| format!("{} was not built", from.display()))?;
    Ok(to)
}

/// Writes the checksums of the given files to SHA256SUMS beside them, and prints sizes. Lines of
/// other files remain, as long as these exist.
fn sums(files: &[PathBuf]) -> Result<()> {
    let names: Vec<&str> =
        files.iter().filter_map(|path| path.file_name().and_then(|name| name.to_str())).collect();
    let mut command = Command::new("sha256sum");
    let new = shell::output(command.args(&names).current_dir(folder()))?;
    let path = folder().join("SHA256SUMS");
    let old = fs::read_to_string(&path).unwrap_or_default();
    fs::write(path, merge(&old, &new, |name| folder().join(name).exists()))?;
    for (name, path) in names.iter().zip(files) {
        let size = fs::metadata(path)?.len() as f64 / 1e6;
        println!("{size:8.1} MB  target/package/{name}");
    }
    println!("             target/package/SHA256SUMS");
    Ok(())
}

/// Returns the lines of `new`, and those of `old` about other files that exist, ordered by name.
fn merge(old: &str, new: &str, exists: impl Fn(&str) -> bool) -> String {
    fn parse(line: &str) -> Option<(&str, &str)> {
        line.split_once("  ").map(|(sum, name)| (name, sum))
    }
    let mut lines: BTreeMap<&str, &str> = old.lines().filter_map(parse).collect();
    lines.retain(|name, _| exists(name));
    lines.extend(new.lines().filter_map(parse));
    lines.iter().map(|(name, sum)| format!("{sum}  {name}\n")).collect()
}

/// Removes a folder and creates it anew.
fn fresh(folder: &Path) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(error).with_context(|| format!("cannot remove {}", folder.display()));
        }
        Ok(()) | Err(_) => {}
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))
}

/// Copies a file, creates the folders above it, and sets its mode.
fn place(from: &Path, to: &Path, mode: u32) -> Result<()> {
    let bytes = fs::read(from).with_context(|| format!("cannot read {}", from.display()))?;
    write(to, &bytes, mode)
}

/// Writes a file, creates the folders above it, and sets its mode.
fn write(to: &Path, bytes: &[u8], mode: u32) -> Result<()> {
    if let Some(above) = to.parent() {
        fs::create_dir_all(above)?;
    }
    fs::write(to, bytes).with_context(|| format!("cannot write {}", to.display()))?;
    set_mode(to, mode)
}

fn set_mode(path: &Path, mode: u32) -> Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    Ok(fs::set_permissions(path, fs::Permissions::from_mode(mode))?)
}

/// Sets the modes of all folders below one to 755, and all times to `epoch`.
fn settle(folder: &Path, epoch: u64) -> Result<()> {
    let mut find = Command::new("find");
    shell::run(find.arg(folder).args(["-type", "d", "-exec", "chmod", "755", "{}", "+"]))?;
    let mut find = Command::new("find");
    let time = format!("@{epoch}");
    shell::run(find.arg(folder).args(["-exec", "touch", "-h", "-d", &time, "{}", "+"]))
}

#[cfg(test)]
mod tests {
    use super::merge;

    /// A trial of one package writes its checksum again and keeps those of the others.
    #[test]
    fn checksums_of_other_packages_remain() {
        let all = "1  a.deb\n2  b.tar.gz\n3  c.whl\n4  gone.crate\n";
        let merged = merge(all, "9  b.tar.gz\n", |name| !name.starts_with("gone"));
        assert_eq!(merged, "1  a.deb\n9  b.tar.gz\n3  c.whl\n");
        assert_eq!(merge("", "1  a\n", |_| true), "1  a\n");
    }
}
