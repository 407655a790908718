//! The image for containers, built by umoci without a daemon.
//!
//! The image contains the program, the few system libraries that it loads, the certificates of
//! authorities, and nothing else: no shell. A static program would need no libraries, but the GNU C
//! library loads its resolver of host names at run time, which a static program cannot rely on.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::build::{Build, describe};
use super::{folder, fresh, place, sbom, settle, tarball, write};
use crate::shell;

/// User and group of the server in the image.
pub(super) const USER: &str = "10001";

/// Certificates of authorities on Debian and its relatives.
const AUTHORITIES: &str = "/etc/ssl/certs/ca-certificates.crt";

/// Returns the name of the image. Docker and Podman load it by this name: a tag alone would become the
/// name.
pub(super) fn reference(version: &str) -> String {
    format!("localhost/bastide:{version}")
}

/// Builds the image and returns the path of its archive (an OCI layout).
pub(super) fn build(build: &Build) -> Result<PathBuf> {
    if !shell::install("umoci", "umoci") {
        bail!("umoci builds the image: apt-get install umoci");
    }
    let files = rootfs(build)?;
    let layout = folder().join("oci");
    fresh(&layout)?;
    fs::remove_dir(&layout)?;
    let image = format!("{}:{}", layout.display(), reference(&build.version));
    let umoci = |args: &[&str]| {
        let mut command = Command::new("umoci");
        shell::output(command.args(args)).map(|_| ())
    };
    umoci(&["init", "--layout", &layout.display().to_string()])?;
    umoci(&["new", "--image", &image])?;
    let created = sbom::timestamp(build.epoch);
    let is_root = shell::output(Command::new("id").arg("-u"))?.trim() == "0";
    let from = files.display().to_string();
    let mut words = vec!["insert", "--image", &image, "--history.created", &created];
    words.extend((!is_root).then_some("--rootless"));
    words.extend([from.as_str(), "/"]);
    umoci(&words)?;
    let config = [
        ("--created", created.as_str()),
        ("--author", "The Bastide project"),
        ("--history.created", &created),
        ("--config.user", &format!("{USER}:{USER}")),
        ("--config.env", "BASTIDE_LISTEN=0.0.0.0:8080"),
        ("--config.env", "BASTIDE_DATA_DIR=/data"),
        ("--config.env", "BASTIDE_LOG=info"),
        ("--config.entrypoint", "/usr/bin/bastide"),
        ("--config.cmd", "serve"),
        ("--config.exposedports", "8080/tcp"),
        ("--config.volume", "/data"),
        ("--config.workingdir", "/data"),
        ("--config.stopsignal", "SIGTERM"),
        ("--config.label", &format!("org.opencontainers.image.version={}", build.version)),
        ("--config.label", "org.opencontainers.image.title=bastide"),
        ("--config.label", "org.opencontainers.image.licenses=MIT OR Apache-2.0"),
    ];
    let mut words = vec!["config", "--image", &image];
    words.extend(config.iter().flat_map(|(flag, value)| [*flag, value]));
    umoci(&words)?;
    umoci(&["gc", "--layout", &layout.display().to_string()])?;
    let name = format!("bastide-{}-oci-{}.tar.gz", build.version, std::env::consts::ARCH);
    let archive = folder().join(name);
    tarball::pack(&layout, &["blobs", "index.json", "oci-layout"], &archive, build.epoch)?;
    Ok(archive)
}

/// Collects the files of the image and returns their folder.
pub(super) fn rootfs(build: &Build) -> Result<PathBuf> {
    let root = folder().join("rootfs");
    fresh(&root)?;
    let program = build.file("bastide");
    place(&program, &root.join("usr/bin/bastide"), 0o755)?;
    let libraries = libraries(&program)?;
    for library in &libraries {
        let to = root.join(library.strip_prefix("/").unwrap_or(library));
        place(library, &to, 0o755)?;
    }
    let passwd = format!(
        "root:x:0:0:root:/:/nologin\nbastide:x:{USER}:{USER}:Bastide server:/data:/nologin\n"
    );
    write(&root.join("etc/passwd"), passwd.as_bytes(), 0o644)?;
    let group = format!("root:x:0:\nbastide:x:{USER}:\n");
    write(&root.join("etc/group"), group.as_bytes(), 0o644)?;
    write(&root.join("etc/nsswitch.conf"), b"hosts: files dns\n", 0o644)?;
    if !Path::new(AUTHORITIES).exists() && !shell::install_package("ca-certificates") {
        bail!("{AUTHORITIES} is missing: apt-get install ca-certificates");
    }
    place(Path::new(AUTHORITIES), &root.join("etc/ssl/certs/ca-certificates.crt"), 0o644)?;
    let documents = root.join("usr/share/doc/bastide");
    for name in ["LICENSE-APACHE", "LICENSE-MIT"] {
        place(&build.file(name), &documents.join(name), 0o644)?;
    }
    // The file of certificates belongs to no package: its package creates it.
    let copied = [&libraries[..], &[PathBuf::from("/usr/sbin/update-ca-certificates")]].concat();
    describe(&build.inventory.with_system(&copied)?, &documents, build.epoch)?;
    for folder in ["data", "tmp", "proc", "dev", "sys"] {
        fs::create_dir_all(root.join(folder))?;
    }
    settle(&root, build.epoch)?;
    // Volumes take the owner of their directory, if the image is built by root.
    let mut chown = Command::new("chown");
    if shell::output(chown.arg(format!("{USER}:{USER}")).arg(root.join("data"))).is_err() {
        println!("not root: /data of the image belongs to root; give the volume to user {USER}");
    }
    Ok(root)
}

/// Returns the paths of the libraries that a program loads, as the loader finds them.
fn libraries(program: &Path) -> Result<Vec<PathBuf>> {
    let text = shell::output(Command::new("ldd").arg(program)).context("ldd")?;
    let found = parse_ldd(&text);
    if let Some(line) = text.lines().find(|line| line.contains("not found")) {
        bail!("a library of the program is missing: {}", line.trim());
    }
    Ok(found)
}

fn parse_ldd(text: &str) -> Vec<PathBuf> {
    let path = |line: &str| {
        let line = line.split(" (").next()?.trim();
        let path = line.split_once(" => ").map_or(line, |(_, path)| path);
        path.starts_with('/').then(|| PathBuf::from(path))
    };
    text.lines().filter_map(path).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_those_that_the_loader_finds() {
        let text = "\tlinux-vdso.so.1 (0x00007ffd)\n\tlibm.so.6 => /lib/x86_64-linux-gnu/libm.so.6 \
                    (0x00007f)\n\t/lib64/ld-linux-x86-64.so.2 (0x00007f)\n";
        let expected = ["/lib/x86_64-linux-gnu/libm.so.6", "/lib64/ld-linux-x86-64.so.2"];
        assert_eq!(parse_ldd(text), expected.map(PathBuf::from));
        assert!(parse_ldd("\tstatically linked\n").is_empty());
    }
}
