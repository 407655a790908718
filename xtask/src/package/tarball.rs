//! The archive with the program and everything that belongs to it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use super::build::Build;
use super::{folder, fresh, place, settle};
use crate::shell;

/// Returns the name of the archive without its ending, and of the folder inside.
pub(super) fn name(version: &str) -> String {
    format!("bastide-{version}-{}-linux", std::env::consts::ARCH)
}

/// Builds the archive and returns its path.
pub(super) fn build(build: &Build) -> Result<PathBuf> {
    let name = name(&build.version);
    let above = folder().join("tarball");
    fresh(&above)?;
    let inside = above.join(&name);
    for path in all(&build.stage)? {
        let relative = path.strip_prefix(&build.stage)?;
        let mode = if relative == Path::new("bastide") { 0o755 } else { 0o644 };
        place(&path, &inside.join(relative), mode)?;
    }
    let unit = shell::root().join("packaging/debian/bastide.service");
    place(&unit, &inside.join("bastide.service"), 0o644)?;
    settle(&inside, build.epoch)?;
    let archive = folder().join(format!("{name}.tar.gz"));
    pack(&above, &[&name], &archive, build.epoch)?;
    Ok(archive)
}

/// Returns all files below a folder in order.
pub(super) fn all(folder: &Path) -> Result<Vec<PathBuf>> {
    let (mut found, mut open) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() { open.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    Ok(found)
}

/// Packs folders below `above` so that the bytes depend on names, modes and contents only.
pub(super) fn pack(above: &Path, names: &[&str], to: &Path, epoch: u64) -> Result<()> {
    let mut tar = Command::new("tar");
    tar.arg("--create").arg("--directory").arg(above).arg(format!("--mtime=@{epoch}"));
    tar.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--format=gnu"]);
    let mut tar = tar.args(names).stdout(Stdio::piped()).spawn().context("cannot start tar")?;
    let input = tar.stdout.take().context("tar has no output")?;
    // Renamed when it is complete, so that a partial archive never has the final name.
    let part = to.with_extension("part");
    let mut gzip = Command::new("gzip");
    gzip.args(["-9", "--no-name"]).stdin(input).stdout(fs::File::create(&part)?);
    let packed = gzip.status().context("cannot start gzip")?;
    if !tar.wait()?.success() || !packed.success() {
        bail!("packing {} failed", to.display());
    }
    Ok(fs::rename(part, to)?)
}
