//! The image for containers, built by umoci without a daemon.
//!
//! The image contains the program, the few system libraries that it loads, the certificates of
//! authorities, and nothing else: no shell. A static program would need no libraries, but the GNU C
//! library loads its resolver of host names at run time, which a static program cannot rely on.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::build::{Build, describe};
use super::{folder, fresh, place, sbom, settle, tarball, write};
use crate::shell;

/// User and group of the server in the image.
pub(super) const USER: &str = "10001";

/// Directory of the tables in the image, a volume.
const DATA: &str = "data";

/// A link to [`DATA`] where the program looks for tables by default: `bastide` in `XDG_DATA_HOME`. A
/// variable BASTIDE_DATA_DIR would precede the configuration file, also a database in it.
const DEFAULT: &str = "var/lib/bastide";

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
    let layer = folder().join("layer.tar");
    pack_layer(&files, &layer, build.epoch)?;
    let history =
        ["--history.created", &created, "--history.created_by", "cargo xtask package oci"];
    let added = layer.display().to_string();
    umoci(&[&["raw", "add-layer", "--image", &image][..], &history, &[&added]].concat())?;
    fs::remove_file(layer)?;
    let config = [
        ("--created", created.as_str()),
        ("--author", "The Bastide project"),
        ("--history.created", &created),
        ("--config.user", &format!("{USER}:{USER}")),
        ("--config.env", "BASTIDE_LISTEN=0.0.0.0:8080"),
        ("--config.env", "BASTIDE_LOG=info"),
        ("--config.env", "XDG_DATA_HOME=/var/lib"),
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

/// Packs the files of the image as its layer. Owners do not depend on the user who builds it: all
/// files belong to root, but `/data` to the user of the server, since a new volume takes the owner of
/// its directory.
fn pack_layer(root: &Path, to: &Path, epoch: u64) -> Result<()> {
    let mut names: Vec<_> = fs::read_dir(root)?.flatten().map(|entry| entry.file_name()).collect();
    names.sort();
    names.retain(|name| name != DATA);
    let tar = |mode: &str, owner: &str| {
        let mut tar = Command::new("tar");
        tar.arg(mode).arg("--file").arg(to).arg("--directory").arg(root);
        tar.args(["--sort=name", "--numeric-owner", "--format=gnu"]);
        tar.arg(format!("--mtime=@{epoch}"));
        tar.arg(format!("--owner={owner}")).arg(format!("--group={owner}"));
        tar
    };
    shell::run(tar("--create", "0").args(names))?;
    shell::run(tar("--append", USER).arg(DATA))
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
    folders(&root)?;
    settle(&root, build.epoch)?;
    Ok(root)
}

/// Creates the empty directories of the image, and the link to that of the tables.
fn folders(root: &Path) -> Result<()> {
    for folder in [DATA, "tmp", "proc", "dev", "sys"] {
        fs::create_dir_all(root.join(folder))?;
    }
    let link = root.join(DEFAULT);
    fs::create_dir_all(link.parent().unwrap_or(root))?;
    symlink(format!("/{DATA}"), &link).with_context(|| format!("cannot create {}", link.display()))
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

    /// A volume takes the owner of its directory, whichever user builds the image.
    #[cfg(target_os = "linux")]
    #[test]
    fn the_directory_of_the_tables_belongs_to_the_user_of_the_server() {
        let place = std::env::temp_dir().join(format!("bastide-layer-{}", std::process::id()));
        let root = place.join("root");
        folders(&root).expect("room");
        fs::create_dir_all(root.join("usr/bin")).expect("room");
        fs::write(root.join("usr/bin/bastide"), "program").expect("room");
        let layer = place.join("layer.tar");
        pack_layer(&root, &layer, 951_782_400).expect("tar");
        let mut list = Command::new("tar");
        list.args(["--list", "--verbose", "--numeric-owner", "--utc", "--file"]).arg(&layer);
        let listed = shell::output(&mut list).expect("a list");
        fs::remove_dir_all(place).expect("it exists");
        let line = |line: &str| {
            let words: Vec<&str> = line.split_whitespace().collect();
            (words[1].to_owned(), words[3].to_owned(), words[5..].join(" "))
        };
        let owner = |owner: &str, name: &str| {
            (format!("{owner}/{owner}"), "2000-02-29".to_owned(), name.to_owned())
        };
        assert_eq!(
            listed.lines().map(line).collect::<Vec<_>>(),
            [
                owner("0", "dev/"),
                owner("0", "proc/"),
                owner("0", "sys/"),
                owner("0", "tmp/"),
                owner("0", "usr/"),
                owner("0", "usr/bin/"),
                owner("0", "usr/bin/bastide"),
                owner("0", "var/"),
                owner("0", "var/lib/"),
                // Where XDG_DATA_HOME leads the program.
                owner("0", "var/lib/bastide -> /data"),
                owner(USER, "data/"),
            ]
        );
    }
}
