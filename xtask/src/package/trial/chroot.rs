//! Trial of the Debian package in a minimal Debian system: install, start, upgrade, remove, purge.
//!
//! systemd cannot run in a chroot. The command of the unit is started as the user of the unit
//! instead, and `systemd-analyze` checks the unit itself.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use super::guide::{Lines, as_root};
use super::{Running, free_port, need_root};
use crate::package::build::Build;
use crate::package::{debian, folder, sums};
use crate::shell;

/// Releases of Debian with the minor versions of their C library, oldest first: a machine may lack the
/// keys of a release that is much newer than itself.
const SUITES: [(&str, u32); 2] = [("bookworm", 36), ("trixie", 41)];

/// Returns the release of Debian for the trial: that of this machine, or the oldest one with the same C
/// library as this machine, or a newer one.
fn suite() -> Result<String> {
    let about = fs::read_to_string("/etc/os-release").unwrap_or_default();
    let library = shell::output(Command::new("getconf").arg("GNU_LIBC_VERSION"))?;
    suite_for(&about, &library)
}

/// Returns the release for a machine, by its `/etc/os-release` and the version of its C library, such
/// as `glibc 2.35`.
fn suite_for(about: &str, library: &str) -> Result<String> {
    let is_debian = about.lines().any(|line| line == "ID=debian");
    let name = about.lines().find_map(|line| line.strip_prefix("VERSION_CODENAME="));
    if let Some(name) = name.filter(|_| is_debian) {
        return Ok(name.to_owned());
    }
    let minor = library.trim().strip_prefix("glibc 2.").and_then(|number| number.parse().ok());
    let minor: u32 = minor.with_context(|| format!("which C library is '{}'?", library.trim()))?;
    let found = SUITES.iter().find(|(_, newest)| minor <= *newest);
    Ok(found.map_or("sid", |(name, _)| name).to_owned())
}

/// Runs the trial.
pub(super) fn run(build: &Build) -> Result<()> {
    need_root()?;
    let first = debian::build(build, None)?;
    let second = debian::build(build, Some("1+trial"))?;
    // The second is only for the trial.
    lint(&first)?;
    sums(std::slice::from_ref(&first))?;
    let system = System::make()?;
    let mut guide = Lines::of("Debian and Ubuntu", build)?;
    fs::copy(&first, system.path("tmp").join(first.file_name().unwrap_or_default()))?;
    system.run_line(&guide.next("sudo apt install ./bastide_")?)?;
    // systemd does not run in a chroot.
    guide.next("systemctl status bastide")?;
    let doctor = guide.next("sudo -u bastide bastide doctor")?;
    system.check_files()?;
    system.check_unit()?;
    let port = free_port()?;
    let config = system.path("etc/bastide/bastide.toml");
    let text = fs::read_to_string(&config)?.replace("127.0.0.1:8080", &format!("127.0.0.1:{port}"));
    fs::write(&config, &text)?;
    let said = system.run_line(&doctor)?;
    ensure!(said.contains("bastide.toml sets 3 options"), "{said}");
    let said = system.run_line(&guide.next("sudo -u bastide bastide doctor")?)?;
    ensure!(said.contains(&format!("127.0.0.1:{port} is free")), "{said}");
    guide.next("sudo systemctl restart bastide")?;

    let mut server = system.start(port)?;
    let table = server.make_table()?;
    let healthy = system.run(&["/usr/bin/bastide", "health", "--ready"])?;
    ensure!(healthy.trim() == "ok", "{healthy}");
    let status = server.stop()?;
    ensure!(status.success(), "the server ended with {status}");

    system.install(&second)?;
    ensure!(fs::read_to_string(&config)? == text, "the upgrade changed the configuration");
    let mut server = system.start(port)?;
    let found = server.get(&format!("/api/tables/{table}"))?;
    ensure!(found.starts_with("HTTP/1.1 200"), "the table is gone after the upgrade: {found}");
    let status = server.stop()?;
    ensure!(status.success(), "the server ended with {status}");

    system.run_line(&guide.next("sudo apt remove bastide")?)?;
    ensure!(!system.path("usr/bin/bastide").exists(), "the program is still there");
    ensure!(config.exists(), "removing deletes no configuration");
    ensure!(system.path("var/lib/bastide/bastide.db").exists(), "removing deletes no tables");
    // Installing again finds everything as it was.
    system.install(&second)?;
    let mut server = system.start(port)?;
    ensure!(server.get(&format!("/api/tables/{table}"))?.starts_with("HTTP/1.1 200"));
    server.stop()?;

    system.run_line(&guide.next("sudo apt purge bastide")?)?;
    guide.end()?;
    for path in ["usr/bin/bastide", "etc/bastide", "var/lib/bastide"] {
        ensure!(!system.path(path).exists(), "/{path} is left after purging");
    }
    fs::remove_file(second)?;
    system.remove()
}

/// Runs lintian, if it can be installed. Errors fail the trial; warnings are printed.
fn lint(package: &Path) -> Result<()> {
    if !shell::install("lintian", "lintian") {
        println!("skipped: lintian could not be installed");
        return Ok(());
    }
    let mut lintian = Command::new("lintian");
    lintian.args(["--fail-on", "error", "--tag-display-limit", "0", "--allow-root"]).arg(package);
    let found = shell::output(&mut lintian)?;
    println!("lintian: {}", if found.trim().is_empty() { "nothing" } else { found.trim() });
    Ok(())
}

/// A minimal system in a folder.
struct System(PathBuf);

impl System {
    /// Copies the base system, which is downloaded once.
    fn make() -> Result<System> {
        let (base, copy) = (folder().join("debian-base"), folder().join("debian-chroot"));
        if !base.join("etc/debian_version").exists() {
            if !shell::install("debootstrap", "debootstrap") {
                bail!("debootstrap makes the system: apt-get install debootstrap");
            }
            let suite = suite()?;
            println!("downloading a minimal Debian {suite} …");
            let part = folder().join("debian-part");
            let _ = fs::remove_dir_all(&part);
            let mut make = Command::new("debootstrap");
            make.args(["--variant=minbase", "--include=adduser", &suite]).arg(&part);
            let scripts = Path::new("/usr/share/debootstrap/scripts");
            if !scripts.join(&suite).exists() {
                // An older debootstrap; all later releases are made in the same way.
                make.arg("http://deb.debian.org/debian").arg(scripts.join("sid"));
            }
            if !Path::new("/usr/share/keyrings/debian-archive-keyring.gpg").exists() {
                shell::install_package("debian-archive-keyring");
            }
            shell::output(&mut make)?;
            fs::rename(part, &base)?;
        }
        let _ = fs::remove_dir_all(&copy);
        shell::run(Command::new("cp").arg("-a").arg(&base).arg(&copy))?;
        Ok(System(copy))
    }

    fn path(&self, path: &str) -> PathBuf {
        self.0.join(path)
    }

    /// Runs a command inside.
    fn run(&self, words: &[&str]) -> Result<String> {
        let mut command = Command::new("chroot");
        command.arg(&self.0).args(words).env("DEBIAN_FRONTEND", "noninteractive");
        command.env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin").env_remove("BASTIDE_CONFIG");
        shell::output(&mut command)
    }

    /// Runs a command of the document in the directory with the package.
    fn run_line(&self, line: &str) -> Result<String> {
        let words = as_root(line)?;
        let mut all = vec!["env", "--chdir=/tmp"];
        all.extend(&words[..1]);
        if words[0] == "apt" {
            all.extend(["--yes", "--option=Dpkg::Options::=--force-confold"]);
        }
        all.extend(&words[1..]);
        self.run(&all)
    }

    fn install(&self, package: &Path) -> Result<()> {
        fs::copy(package, self.path("tmp/bastide.deb"))?;
        self.run(&["dpkg", "--install", "--force-confold", "/tmp/bastide.deb"]).map(|_| ())
    }

    /// Checks owners and modes.
    fn check_files(&self) -> Result<()> {
        let users = fs::read_to_string(self.path("etc/passwd"))?;
        let user = users.lines().find(|line| line.starts_with("bastide:")).context("no user")?;
        ensure!(user.ends_with("/nologin"), "the user can log in: {user}");
        let ids: Vec<u32> = user.split(':').skip(2).take(2).flat_map(str::parse).collect();
        for (path, owner, group, mode) in [
            ("var/lib/bastide", ids[0], ids[1], 0o700),
            ("etc/bastide/bastide.toml", 0, ids[1], 0o640),
            ("usr/bin/bastide", 0, 0, 0o755),
        ] {
            let meta = fs::metadata(self.path(path))?;
            let found = (meta.uid(), meta.gid(), meta.permissions().mode() & 0o777);
            ensure!(found == (owner, group, mode), "/{path}: {found:?}");
        }
        for path in [
            "usr/share/man/man1/bastide-serve.1.gz",
            "usr/share/bash-completion/completions/bastide",
            "usr/share/doc/bastide/THIRD-PARTY-LICENSES.gz",
            "usr/share/doc/bastide/bastide.cdx.json.gz",
        ] {
            // minbase may leave out documents; those of this package are not left out.
            ensure!(self.path(path).exists(), "/{path} is missing");
        }
        Ok(())
    }

    /// Checks the unit with systemd's own tools, where they are installed.
    fn check_unit(&self) -> Result<()> {
        let about = shell::output(Command::new("systemd-analyze").arg("--version"));
        let version = about.unwrap_or_default();
        let version = version.split_whitespace().nth(1).and_then(|number| number.parse().ok());
        if version.is_none_or(|version: u32| version < 250) {
            println!("skipped: systemd-analyze 250 or later is not installed");
            return Ok(());
        }
        let unit = self.path("usr/lib/systemd/system/bastide.service");
        let root = format!("--root={}", self.0.display());
        let mut security = Command::new("systemd-analyze");
        security.args(["security", "--offline=true", "--no-pager", "--threshold=20"]);
        match shell::output(security.arg(&unit)) {
            Ok(text) => println!("{}", text.lines().last().unwrap_or_default()),
            Err(error) => bail!("the unit is not hardened enough: {error}"),
        }
        let mut verify = Command::new("systemd-analyze");
        let found = shell::output(verify.args(["verify", "--man=no", &root, "bastide.service"]));
        // Units of the base system that are missing in the chroot are not problems of this one.
        let text = found.unwrap_or_else(|error| error.to_string());
        let own: Vec<&str> =
            text.lines().filter(|line| line.contains("bastide.service:")).collect();
        let is_fine = |line: &&&str| line.contains("Failed to create bastide.service/start");
        ensure!(own.iter().all(|line| is_fine(&line)), "systemd-analyze: {}", own.join("\n"));
        Ok(())
    }

    /// Starts the command of the unit as its user.
    fn start(&self, port: u16) -> Result<Running> {
        let unit = fs::read_to_string(self.path("usr/lib/systemd/system/bastide.service"))?;
        let command = unit.lines().find_map(|line| line.strip_prefix("ExecStart="));
        let words: Vec<&str> = command.context("the unit starts nothing")?.split(' ').collect();
        let mut command = Command::new("chroot");
        command.arg("--userspec=bastide:bastide").arg(&self.0).args(words).env_clear();
        command.env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
        Running::start(command, port)
    }

    fn remove(self) -> Result<()> {
        Ok(fs::remove_dir_all(self.0)?)
    }
}

#[cfg(test)]
mod tests {
    use super::suite_for;

    /// Ubuntu 22.04 has the keys of bookworm, but not those of trixie.
    #[test]
    fn the_oldest_release_with_the_c_library_is_tried() {
        for (about, library, expected) in [
            ("ID=debian\nVERSION_CODENAME=bookworm\n", "glibc 2.36\n", "bookworm"),
            ("ID=ubuntu\nVERSION_CODENAME=jammy\n", "glibc 2.35\n", "bookworm"),
            ("ID=ubuntu\nVERSION_CODENAME=noble\n", "glibc 2.39\n", "trixie"),
            ("ID=arch\n", "glibc 2.44\n", "sid"),
        ] {
            let found = suite_for(about, library).expect("a release");
            assert_eq!(found, expected, "{about}");
        }
        assert!(suite_for("ID=alpine\n", "musl 1.2").is_err());
    }
}
