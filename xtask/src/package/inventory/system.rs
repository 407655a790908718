//! Packages of the distribution whose files are copied into the image, according to dpkg.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::{Component, Origin};
use crate::shell;

/// Returns the packages that own these files.
pub(super) fn read(files: &[PathBuf]) -> Result<Vec<Component>> {
    let mut names: Vec<String> = files.iter().map(|file| owner(file)).collect::<Result<_>>()?;
    names.sort_unstable();
    names.dedup();
    let about = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
    let system = about.lines().find_map(|line| line.strip_prefix("ID=")).unwrap_or("debian");
    names.iter().map(|name| describe(name, system.trim_matches('"'))).collect()
}

/// Returns the package of a file. The list of a package has one of the two paths of a file in a
/// directory that was moved to /usr.
fn owner(file: &Path) -> Result<String> {
    let real = std::fs::canonicalize(file)?;
    let moved = real.strip_prefix("/usr").map(|rest| Path::new("/").join(rest));
    let paths = [Some(file.to_owned()), Some(real.clone()), moved.ok()];
    for path in paths.into_iter().flatten() {
        if let Ok(text) = shell::output(Command::new("dpkg-query").arg("--search").arg(&path))
            && let Some(name) = package_of(&text)
        {
            return Ok(name);
        }
    }
    bail!("dpkg knows no package of {}: the image is built on Debian or Ubuntu", file.display())
}

/// Returns the package in a line of dpkg such as `libc6:amd64: /lib/x86_64-linux-gnu/libc.so.6`.
fn package_of(text: &str) -> Option<String> {
    let line = text.lines().find(|line| !line.starts_with("diversion "))?;
    let (packages, _) = line.split_once(": ")?;
    Some(packages.split(',').next()?.trim().to_owned())
}

fn describe(name: &str, system: &str) -> Result<Component> {
    let format = "${Package}\\n${Version}\\n${Architecture}\\n${Homepage}\\n${binary:Summary}\\n";
    let mut query = Command::new("dpkg-query");
    let text = shell::output(query.args(["--show", "--showformat", format, name]))?;
    let mut lines = text.lines().map(str::to_owned);
    let mut next = || lines.next().context("dpkg-query prints five lines");
    let (package, version, architecture) = (next()?, next()?, next()?);
    let (home, summary) = (next()?, next()?);
    let folder = Path::new("/usr/share/doc").join(&package);
    Ok(Component {
        purl: format!(
            "pkg:deb/{system}/{package}@{}?arch={architecture}",
            version.replace(':', "%3A").replace('+', "%2B")
        ),
        name: package,
        version,
        origin: Origin::System,
        // Debian's file lists the licences of all parts, which no expression does.
        licence: String::new(),
        description: Some(summary),
        repository: Some(home).filter(|home| !home.is_empty()),
        checksum: None,
        folder: Some(folder),
        uses: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::package_of;

    #[test]
    fn the_owner_of_a_file_is_the_first_package() {
        let line = "libc6:amd64: /lib/x86_64-linux-gnu/libc.so.6\n";
        assert_eq!(package_of(line).as_deref(), Some("libc6:amd64"));
        let both = "diversion by x from: /a\nlibgcc-s1:amd64, libgcc-s1:i386: /usr/share/doc/x\n";
        assert_eq!(package_of(both).as_deref(), Some("libgcc-s1:amd64"));
        assert_eq!(package_of(""), None);
    }
}
