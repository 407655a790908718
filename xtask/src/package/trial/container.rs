//! Trial of the image with runc: another user than root, a root file system that cannot be written
//! to, no capabilities, a volume for the tables, and the health check inside. Two containers listen in
//! the network of this machine; a third one is as shipped, in a network of its own.

use std::fs;
use std::net::Ipv4Addr;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};

use super::guide::Lines;
use super::{Running, free_port, need_root, schema};
use crate::package::build::Build;
use crate::package::oci::{self, USER};
use crate::package::{folder, fresh, sums};
use crate::shell;

/// Runs the trial.
pub(super) fn run(build: &Build) -> Result<()> {
    need_root()?;
    if !shell::install("runc", "runc") {
        bail!("runc runs the image: apt-get install runc");
    }
    let archive = oci::build(build)?;
    sums(std::slice::from_ref(&archive))?;
    let place = folder().join("trial");
    fresh(&place)?;
    shell::run(Command::new("tar").arg("-xzf").arg(&archive).arg("-C").arg(&place))?;
    let (bundle, data) = (place.join("bundle"), place.join("data"));
    load(&archive, &place, build)?;
    let image = format!("{}:{}", place.display(), oci::reference(&build.version));
    shell::output(Command::new("umoci").args(["unpack", "--image", &image]).arg(&bundle))?;
    let owner = fs::metadata(bundle.join("rootfs/data"))?.uid().to_string();
    ensure!(owner == USER, "/data of the image belongs to {owner}: volumes could not be written");
    fs::create_dir(&data)?;
    shell::run(Command::new("chown").arg(format!("{USER}:{USER}")).arg(&data))?;
    let port = free_port()?;
    let config = bundle.join("config.json");
    let shipped: Value = serde_json::from_slice(&fs::read(&config)?)?;
    restrict(&config, &shipped, &data, Network::Shared(port))?;
    let layer = fs::read_dir(place.join("blobs/sha256"))?.flatten();
    let size: u64 = layer.filter_map(|file| file.metadata().ok()).map(|meta| meta.len()).sum();
    println!("the image has {:.1} MB compressed", size as f64 / 1e6);

    let container = Container(format!("bastide-trial-{}", std::process::id()));
    let mut server = container.start(&bundle, Network::Shared(port))?;
    let table = server.make_table()?;
    let healthy = container.exec(&["/usr/bin/bastide", "health", "--ready"])?;
    ensure!(healthy.trim() == "ok", "{healthy}");
    container.check()?;
    check_mounted_file(&container, &data)?;
    ensure!(fs::metadata(data.join("bastide.db"))?.uid().to_string() == USER, "another owner");
    check_documents(&bundle.join("rootfs"))?;
    let status = container.stop(&mut server)?;
    ensure!(status, "the server did not end with success");

    // A second container with the same volume has the table.
    let container = Container(format!("bastide-trial-{}-again", std::process::id()));
    let mut server = container.start(&bundle, Network::Shared(port))?;
    let found = server.get(&format!("/api/tables/{table}"))?;
    ensure!(found.starts_with("HTTP/1.1 200"), "the table is gone: {found}");
    container.stop(&mut server)?;

    // As shipped: with the address and the health check of the image.
    restrict(&config, &shipped, &data, Network::Own)?;
    let container = Container(format!("bastide-trial-{}-own", std::process::id()));
    let mut server = container.start(&bundle, Network::Own)?;
    let healthy = container.exec(&HEALTH)?;
    ensure!(healthy.trim() == "ok", "{healthy}");
    let sockets = fs::read_to_string(format!("/proc/{}/net/tcp", container.process()?))?;
    let found = listeners(&sockets);
    ensure!(found.contains(&"0.0.0.0:8080".to_owned()), "the image listens on {found:?}");
    ensure!(container.stop(&mut server)?, "the server did not end with success");
    Ok(fs::remove_dir_all(place)?)
}

/// The health check of the Containerfile.
const HEALTH: [&str; 2] = ["/usr/bin/bastide", "health"];

/// Network of a container.
#[derive(Clone, Copy)]
enum Network {
    /// That of this machine, where the server listens on a free port instead of the one of the image.
    Shared(u16),
    /// One of its own, with nothing but a loopback interface. The environment is that of the image.
    Own,
}

/// Checks that a file which names a database is followed, as one mounted at /etc/bastide/bastide.toml
/// is: no variable of the image may precede it.
fn check_mounted_file(container: &Container, data: &Path) -> Result<()> {
    let url = "postgres://bastide@db.example/bastide";
    fs::write(data.join("trial.toml"), format!("database = \"{url}\"\n"))?;
    let words = ["/usr/bin/bastide", "serve", "--config", "/data/trial.toml", "--print-config"];
    let printed = container.exec(&words)?;
    let is_used = printed.lines().any(|line| line.contains(url) && line.contains("# file, line 1"));
    ensure!(is_used, "a database in the configuration file is not used:\n{printed}");
    Ok(fs::remove_file(data.join("trial.toml"))?)
}

/// Returns the addresses in a table of the kernel, `/proc/PID/net/tcp`, on which sockets listen.
fn listeners(table: &str) -> Vec<String> {
    let address = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (address, port) = words.get(1)?.split_once(':')?;
        let is_listening = *words.get(3)? == "0A";
        // In the byte order of the machine, which is little-endian wherever packages are built.
        let address = u32::from_str_radix(address, 16).ok()?.swap_bytes();
        let port = u16::from_str_radix(port, 16).ok()?;
        is_listening.then(|| format!("{}:{port}", Ipv4Addr::from(address)))
    };
    table.lines().filter_map(address).collect()
}

/// Checks that the system libraries in the image are described, too.
fn check_documents(root: &Path) -> Result<()> {
    let documents = root.join("usr/share/doc/bastide");
    schema::check(&documents.join("bastide.cdx.json"))?;
    let bom: Value = serde_json::from_slice(&fs::read(documents.join("bastide.cdx.json"))?)?;
    let components = bom["components"].as_array().context("no components")?;
    let system = components
        .iter()
        .filter(|one| one["purl"].as_str().is_some_and(|purl| purl.starts_with("pkg:deb/")));
    let names: Vec<&str> = system.filter_map(|one| one["name"].as_str()).collect();
    let licences = fs::read_to_string(documents.join("THIRD-PARTY-LICENSES"))?;
    for name in ["libc6", "libgcc-s1", "ca-certificates"] {
        ensure!(names.contains(&name), "the bill of materials lacks {name}: {names:?}");
        ensure!(licences.contains(&format!("  {name} ")), "no licence of {name}");
    }
    Ok(())
}

/// Loads the image with Podman as the document says, and compares its name with that of the command
/// that runs it. runc runs it: not every machine on which this is tried allows Podman to.
fn load(archive: &Path, place: &Path, build: &Build) -> Result<()> {
    let mut guide = Lines::of("Containers", build)?;
    let unpack = guide.next("gunzip ")?;
    let load = guide.next("podman load ")?;
    let run = guide.next("podman run --read-only --cap-drop ALL ")?;
    // Needs a daemon, and images from the network.
    guide.next("POSTGRES_PASSWORD=")?;
    guide.end()?;
    let name = format!("bastide:{}", build.version);
    ensure!(run.ends_with(&format!(" {name}")), "docs/install.md: '{run}' does not run {name}");
    if !shell::install("podman", "podman") {
        println!("skipped: podman could not be installed, so that loading the image was not tried");
        return Ok(());
    }
    fs::copy(archive, place.join(archive.file_name().unwrap_or_default()))?;
    let script = format!("{unpack}\n{load}\n");
    let said = shell::output(Command::new("sh").args(["-e", "-c", &script]).current_dir(place))?;
    let removed = shell::output(Command::new("podman").args(["rmi", &name]));
    let is_loaded = names_image(&said, &oci::reference(&build.version));
    ensure!(is_loaded, "podman says: {said}");
    removed.map(drop)
}

/// Returns true if the output of `podman load` names an image. The words before the name depend on the
/// version of Podman.
fn names_image(said: &str, reference: &str) -> bool {
    said.split_whitespace().any(|word| word.trim_end_matches(',') == reference)
}

/// Changes the configuration of a bundle, which `shipped` was before, as `docker run --read-only
/// --cap-drop ALL` would.
fn restrict(path: &Path, shipped: &Value, data: &Path, network: Network) -> Result<()> {
    let mut config = shipped.clone();
    config["root"]["readonly"] = json!(true);
    config["process"]["terminal"] = json!(false);
    config["process"]["capabilities"] = json!({});
    config["process"]["noNewPrivileges"] = json!(true);
    let user = &config["process"]["user"];
    let id = user["uid"].as_u64().context("the image has no user")?;
    ensure!(USER.parse() == Ok(id), "the image is for user {id}");
    let env = config["process"]["env"].as_array_mut().context("no environment")?;
    match network {
        Network::Shared(port) => {
            env.retain(|one| !one.as_str().is_some_and(|one| one.starts_with("BASTIDE_LISTEN=")));
            env.push(json!(format!("BASTIDE_LISTEN=127.0.0.1:{port}")));
        }
        Network::Own => {}
    }
    let mounts = config["mounts"].as_array_mut().context("no mounts")?;
    mounts.retain(|mount| mount["destination"] != "/data");
    mounts.push(json!({
        "destination": "/data", "type": "bind", "source": data, "options": ["rbind", "rw", "nosuid", "nodev"],
    }));
    let namespaces = config["linux"]["namespaces"].as_array_mut().context("no namespaces")?;
    namespaces.retain(|one| one["type"] != "network");
    match network {
        Network::Shared(_) => {}
        Network::Own => namespaces.push(json!({ "type": "network" })),
    }
    fs::write(path, serde_json::to_vec_pretty(&config)?)?;
    Ok(())
}

/// A container of runc, by its name. It is deleted on drop.
struct Container(String);

impl Container {
    fn start(&self, bundle: &Path, network: Network) -> Result<Running> {
        let mut command = Command::new("runc");
        command.args(["run", "--bundle"]).arg(bundle).arg(&self.0);
        match network {
            Network::Shared(port) => Running::start(command, port),
            // No port of this machine leads to it.
            Network::Own => Running::start_until(command, 0, |_| {
                self.exec(&["/usr/bin/bastide", "health", "--ready"]).is_ok()
            }),
        }
    }

    /// Runs a command inside.
    fn exec(&self, words: &[&str]) -> Result<String> {
        shell::output(Command::new("runc").arg("exec").arg(&self.0).args(words))
    }

    /// Returns the id of the server.
    fn process(&self) -> Result<u64> {
        let state = shell::output(Command::new("runc").arg("state").arg(&self.0))?;
        let state: Value = serde_json::from_str(&state).context("runc state")?;
        state["pid"].as_u64().context("no process")
    }

    /// Checks the user, the capabilities and the root file system of the running server.
    fn check(&self) -> Result<()> {
        let process = self.process()?;
        let status = fs::read_to_string(format!("/proc/{process}/status"))?;
        let field = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            line.unwrap_or_default().split_whitespace().next().unwrap_or_default().to_owned()
        };
        ensure!(field("Uid:") == USER, "user {}", field("Uid:"));
        ensure!(field("CapEff:").trim_matches('0').is_empty(), "it has {}", field("CapEff:"));
        ensure!(field("NoNewPrivs:") == "1", "it can gain privileges");
        let mounts = fs::read_to_string(format!("/proc/{process}/mountinfo"))?;
        let root = mounts.lines().find(|line| line.split(' ').nth(4) == Some("/"));
        let options = root.and_then(|line| line.split(' ').nth(5)).unwrap_or_default();
        ensure!(options.split(',').any(|one| one == "ro"), "the root is writable: {options}");
        Ok(())
    }

    /// Stops the server as Docker does. Returns true if it ended with success.
    fn stop(&self, server: &mut Running) -> Result<bool> {
        shell::run(Command::new("runc").args(["kill", &self.0, "TERM"]))?;
        Ok(server.ended()?.success())
    }
}

impl Drop for Container {
    fn drop(&mut self) {
        // Usually it is already gone.
        let _ = shell::output(Command::new("runc").args(["delete", "--force", &self.0]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_version_of_podman_names_the_image() {
        let reference = "localhost/bastide:0.2.0";
        for said in [
            "Getting image source signatures\nLoaded image: localhost/bastide:0.2.0\n",
            "Loaded image(s): localhost/bastide:0.2.0\n",
            "Loaded image(s): localhost/other:1,localhost/x:1, localhost/bastide:0.2.0\n",
        ] {
            assert!(names_image(said, reference), "{said}");
        }
        for said in
            ["Loaded image: localhost/bastide:0.2.0-dev\n", "Loaded image: sha256:0123\n", ""]
        {
            assert!(!names_image(said, reference), "{said}");
        }
    }

    #[test]
    fn listeners_are_read_from_the_table_of_the_kernel() {
        let table = "  sl  local_address rem_address   st tx_queue rx_queue\n   \
                     0: 00000000:1F90 00000000:0000 0A 00000000:00000000\n   \
                     1: 0100007F:1F91 00000000:0000 0A 00000000:00000000\n   \
                     2: 0100007F:1F92 0100007F:1F90 01 00000000:00000000\n";
        assert_eq!(listeners(table), ["0.0.0.0:8080", "127.0.0.1:8081"]);
    }

    /// The trial of the image as shipped changes neither its address nor its network.
    #[test]
    fn a_container_with_its_own_network_keeps_the_environment_of_the_image() {
        let place = std::env::temp_dir().join(format!("bastide-bundle-{}", std::process::id()));
        let env = ["BASTIDE_LISTEN=0.0.0.0:8080", "XDG_DATA_HOME=/var/lib"];
        let shipped = json!({
            "root": {}, "process": { "user": { "uid": 10001 }, "env": env }, "mounts": [],
            "linux": { "namespaces": [{ "type": "mount" }, { "type": "network" }] },
        });
        let restricted = |network| {
            restrict(&place, &shipped, Path::new("/volume"), network).expect("a configuration");
            let text = fs::read(&place).expect("written");
            serde_json::from_slice::<Value>(&text).expect("JSON")
        };
        let own = restricted(Network::Own);
        assert_eq!(own["process"]["env"], json!(env));
        assert_eq!(own["linux"], shipped["linux"]);
        assert_eq!(own["process"]["capabilities"], json!({}));
        let shared = restricted(Network::Shared(9));
        assert_eq!(shared["process"]["env"], json!([env[1], "BASTIDE_LISTEN=127.0.0.1:9"]));
        assert_eq!(shared["linux"]["namespaces"], json!([{ "type": "mount" }]));
        fs::remove_file(place).expect("it exists");
    }
}
