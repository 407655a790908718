//! The Debian package.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use super::build::Build;
use super::sbom::date;
use super::{folder, fresh, place, settle, tarball, write};
use crate::shell;

/// Builds the package and returns its path. `revision` replaces the Debian revision, for trials of
/// an upgrade.
pub(super) fn build(build: &Build, revision: Option<&str>) -> Result<PathBuf> {
    let revision = revision.unwrap_or("1");
    // Debian sorts a pre-release before its release if it follows a tilde.
    let version = format!("{}-{revision}", build.version.replace('-', "~"));
    let root = folder().join("deb");
    fresh(&root)?;
    content(build, &root, &version)?;
    control(build, &root, &version)?;
    settle(&root, build.epoch)?;
    let package = folder().join(format!("bastide_{version}_{}.deb", architecture()?));
    // Written under another name first, so that a partial package never has the final name.
    let part = folder().join("part.deb");
    let mut pack = Command::new("dpkg-deb");
    pack.args(["--root-owner-group", "-Zxz", "--build"]).arg(&root).arg(&part);
    pack.env("SOURCE_DATE_EPOCH", build.epoch.to_string());
    shell::output(&mut pack).context("dpkg-deb builds Debian packages: apt-get install dpkg")?;
    fs::rename(part, &package)?;
    Ok(package)
}

/// Places all files of the package.
fn content(build: &Build, root: &Path, version: &str) -> Result<()> {
    let packaging = shell::root().join("packaging");
    place(&build.file("bastide"), &root.join("usr/bin/bastide"), 0o755)?;
    let config = root.join("etc/bastide/bastide.toml");
    place(&packaging.join("bastide.toml"), &config, 0o644)?;
    let unit = root.join("usr/lib/systemd/system/bastide.service");
    place(&packaging.join("debian/bastide.service"), &unit, 0o644)?;
    for page in build.files("man1")? {
        let name = format!("{}.gz", file_name(&page));
        let to = root.join("usr/share/man/man1").join(name);
        write(&to, &gzip(&fs::read(&page)?)?, 0o644)?;
    }
    for (from, to) in [
        ("completions/bastide.bash", "usr/share/bash-completion/completions/bastide"),
        ("completions/_bastide", "usr/share/zsh/vendor-completions/_bastide"),
        ("completions/bastide.fish", "usr/share/fish/vendor_completions.d/bastide.fish"),
    ] {
        place(&build.file(from), &root.join(to), 0o644)?;
    }
    let documents = root.join("usr/share/doc/bastide");
    place(&packaging.join("debian/copyright"), &documents.join("copyright"), 0o644)?;
    for name in ["THIRD-PARTY-LICENSES", "bastide.cdx.json", "README.md"] {
        let to = documents.join(format!("{name}.gz"));
        write(&to, &gzip(&fs::read(build.file(name))?)?, 0o644)?;
    }
    let changes = gzip(&fs::read(build.file("CHANGELOG.md"))?)?;
    write(&documents.join("changelog.gz"), &changes, 0o644)?;
    let debian = format!(
        "bastide ({version}) stable; urgency=medium\n\n  * See changelog.gz.\n\n \
         -- {MAINTAINER}  {}\n",
        rfc2822(build.epoch)
    );
    write(&documents.join("changelog.Debian.gz"), &gzip(debian.as_bytes())?, 0o644)?;
    let overrides = root.join("usr/share/lintian/overrides/bastide");
    write(&overrides, OVERRIDES.as_bytes(), 0o644)
}

/// The maintainer, as in the control file.
const MAINTAINER: &str = "The Bastide project <bastide@localhost.localdomain>";

/// Findings of lintian that are as intended.
const OVERRIDES: &str = "\
# SQLite is part of the program, in the version it is tested with.
bastide: embedded-library
# Built from the source tree, not uploaded to Debian's archive.
bastide: initial-upload-closes-no-bugs
# The project has no public address yet.
bastide: bogus-mail-host
bastide: bogus-mail-host-in-debian-changelog
# Only one of the programs that 'bastide serve --open' tries.
bastide: missing-depends-on-sensible-utils
";

/// Writes the control files.
fn control(build: &Build, root: &Path, version: &str) -> Result<()> {
    let control = root.join("DEBIAN");
    let packaging = shell::root().join("packaging/debian");
    let bytes = fs::read(build.file("bastide"))?;
    let glibc = newest_glibc(&bytes).context("the program does not use the GNU C library")?;
    let files = tarball::all(root)?;
    let size: u64 = files.iter().filter_map(|path| path.metadata().ok()).map(|m| m.len()).sum();
    let text = format!(
        "Package: bastide\nVersion: {version}\nArchitecture: {}\nMaintainer: {MAINTAINER}\n\
         Installed-Size: {}\nDepends: adduser, libc6 (>= {glibc}), libgcc-s1\n\
         Suggests: ca-certificates, postgresql\nSection: net\nPriority: optional\n\
         Description: online tables for tile-laying games\n \
         Bastide plays tile-laying games by rules compatible with Carcassonne: in a\n \
         terminal, against bots, and online. This package contains the program with the\n \
         web page inside, and a service that runs a server for online tables.\n",
        architecture()?,
        size.div_ceil(1024),
    );
    write(&control.join("control"), text.as_bytes(), 0o644)?;
    write(&control.join("conffiles"), b"/etc/bastide/bastide.toml\n", 0o644)?;
    for script in ["postinst", "prerm", "postrm"] {
        place(&packaging.join(script), &control.join(script), 0o755)?;
    }
    let mut sums = String::new();
    for path in &files {
        let relative = path.strip_prefix(root)?;
        if !relative.starts_with("etc") {
            let mut md5 = Command::new("md5sum");
            sums += &shell::output(md5.arg(relative).current_dir(root))?;
        }
    }
    write(&control.join("md5sums"), sums.as_bytes(), 0o644)
}

/// Returns Debian's name of this machine's architecture.
fn architecture() -> Result<&'static str> {
    Ok(match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        "riscv64" => "riscv64",
        other => bail!("no Debian packages for {other}"),
    })
}

/// Returns the newest version of the GNU C library whose symbols a program uses, such as `2.34`.
fn newest_glibc(program: &[u8]) -> Option<String> {
    let marker = b"GLIBC_2.";
    let starts = program.windows(marker.len()).enumerate().filter(|(_, bytes)| bytes == marker);
    let minor = |at: usize| {
        let digits = program[at + marker.len()..].iter().take_while(|byte| byte.is_ascii_digit());
        let digits: Vec<u8> = digits.take(3).copied().collect();
        String::from_utf8(digits).ok()?.parse::<u32>().ok()
    };
    let newest = starts.filter_map(|(at, _)| minor(at)).max()?;
    Some(format!("2.{newest}"))
}

/// Compresses without name and time.
fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut command = Command::new("gzip");
    command.args(["-9", "--no-name"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().context("cannot start gzip")?;
    let mut input = child.stdin.take().context("gzip has no input")?;
    let bytes = bytes.to_owned();
    let writer = std::thread::spawn(move || std::io::Write::write_all(&mut input, &bytes));
    let output = child.wait_with_output()?;
    if writer.join().is_err() || !output.status.success() {
        bail!("gzip failed");
    }
    Ok(output.stdout)
}

fn file_name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).unwrap_or_default()
}

/// Formats seconds since 1970 as `Sat, 15 Nov 2025 00:00:00 +0000`.
fn rfc2822(seconds: u64) -> String {
    const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = date(days);
    let weekday = DAYS[usize::try_from(days % 7).unwrap_or(0)];
    let month = MONTHS[usize::try_from(month - 1).unwrap_or(0)];
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{weekday}, {day:02} {month} {year} {hour:02}:{minute:02}:{second:02} +0000")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_symbol_decides_on_the_c_library() {
        let program = b"..GLIBC_2.2.5..GLIBC_2.34\0GLIBC_2.9..GLIBC_2.".to_vec();
        assert_eq!(newest_glibc(&program).as_deref(), Some("2.34"));
        assert_eq!(newest_glibc(b"static"), None);
    }

    #[test]
    fn dates_are_those_of_changelogs() {
        assert_eq!(rfc2822(1_763_164_800), "Sat, 15 Nov 2025 00:00:00 +0000");
        assert_eq!(rfc2822(0), "Thu, 01 Jan 1970 00:00:00 +0000");
    }
}
