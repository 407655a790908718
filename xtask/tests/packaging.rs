//! Checks the files in `packaging` that need no tool: the Containerfile describes the same image as
//! `cargo xtask package oci`, the compose file uses options and files that exist, and the unit starts
//! the server until its database answers.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use yaml_rust2::{Yaml, YamlLoader};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").into()
}

fn read(name: &str) -> String {
    let path = root().join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the instructions of the Containerfile with their arguments.
fn instructions() -> Vec<(String, String)> {
    let text = read("packaging/oci/Containerfile").replace("\\\n", " ");
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (word, rest) = line.split_once(' ').unwrap_or_else(|| panic!("{line}"));
            (word.to_owned(), rest.split_whitespace().collect::<Vec<_>>().join(" "))
        })
        .collect()
}

/// Returns the arguments of the instructions of a kind, after the last `FROM`: those of the image.
fn of_image(kind: &str) -> Vec<String> {
    let all = instructions();
    let from = all.iter().rposition(|(word, _)| word == "FROM").expect("a base");
    assert_eq!(all[from].1, "scratch");
    let image = all.into_iter().skip(from);
    image.filter(|(word, _)| word == kind).map(|(_, rest)| rest).collect()
}

/// Returns the values that `cargo xtask package oci` gives to an option of umoci.
fn of_umoci(option: &str) -> Vec<String> {
    let source = read("xtask/src/package/oci.rs");
    let start = format!("(\"--config.{option}\", ");
    let values = source.split(start.as_str()).skip(1);
    let user = source.split("const USER: &str = \"").nth(1).and_then(|rest| rest.split('"').next());
    let user = user.expect("the user");
    let value = |rest: &str| {
        let value = rest.split('"').nth(1).expect("a value");
        value.replace("{USER}", user)
    };
    values.map(value).collect()
}

/// Returns the environment variables of the options of `bastide serve`.
fn variables() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![root().join("crates/bastide-server/src")];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("a readable folder") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                open.push(path);
            } else {
                let text = fs::read_to_string(&path).expect("text");
                let names = text.split("env = \"").skip(1);
                found.extend(names.filter_map(|rest| rest.split('"').next()).map(str::to_owned));
            }
        }
    }
    assert!(found.len() > 30, "{found:?}");
    found
}

#[test]
fn the_containerfile_describes_the_same_image() {
    let list = |text: &str| {
        let words: Vec<String> = serde_json::from_str(text).expect("a list of words");
        words
    };
    let env: Vec<String> =
        of_image("ENV").iter().flat_map(|line| line.split(' ')).map(str::to_owned).collect();
    assert_eq!(env, of_umoci("env"));
    assert_eq!(of_image("USER"), of_umoci("user"));
    assert_eq!(of_image("VOLUME"), of_umoci("volume"));
    assert_eq!(of_image("WORKDIR"), of_umoci("workingdir"));
    assert_eq!(of_image("STOPSIGNAL"), of_umoci("stopsignal"));
    let ports: Vec<String> = of_image("EXPOSE").iter().map(|port| format!("{port}/tcp")).collect();
    assert_eq!(ports, of_umoci("exposedports"));
    let [entry, command] = ["ENTRYPOINT", "CMD"].map(|kind| list(&of_image(kind)[0]));
    assert_eq!((entry, command), (of_umoci("entrypoint"), of_umoci("cmd")));
    let health = &of_image("HEALTHCHECK")[0];
    let (_, health) = health.split_once("CMD ").expect("a command");
    assert_eq!(list(health), ["/usr/bin/bastide", "health"]);
    let owner = &of_umoci("user")[0];
    let copies = of_image("COPY");
    let copies_data = |line: &&String| line.ends_with("/rootfs/data/ /data/");
    let data = copies.iter().find(copies_data).expect("the folder of the tables");
    assert!(data.contains(&format!("--chown={owner} ")), "{data}");
    let known = variables();
    for entry in env {
        let (name, value) = entry.split_once('=').expect("a value");
        // Tables are in its directory "bastide" by default, which is a link to the volume (a test of
        // `xtask::package::oci` creates it).
        if name == "XDG_DATA_HOME" {
            let link = format!("const DEFAULT: &str = \"{}/bastide\";", &value[1..]);
            assert!(read("xtask/src/package/oci.rs").contains(&link), "{link}");
            continue;
        }
        assert!(known.contains(name), "there is no option {name}");
        // A variable precedes a mounted configuration file, whose database would not be used.
        let is_place = ["BASTIDE_DATA_DIR", "BASTIDE_DATABASE", "BASTIDE_CONFIG"].contains(&name);
        assert!(!is_place, "{name} belongs to the operator");
    }
}

/// Otherwise the target is installed in a toolchain that does not build the page, whose engine would
/// be missing.
#[test]
fn the_containerfile_installs_the_target_in_the_toolchain_that_builds() {
    let all = instructions();
    let at = |text: &str| {
        let found = all.iter().position(|(word, rest)| format!("{word} {rest}").contains(text));
        found.unwrap_or_else(|| panic!("no '{text}'"))
    };
    let steps = [
        at("WORKDIR /src"),
        at("COPY rust-toolchain.toml ."),
        at("RUN rustup target add wasm32-unknown-unknown"),
        at("COPY . ."),
        at("ENV BASTIDE_WASM=rustup"),
        // An archive of the source has no commit whose time could be used.
        at("ARG SOURCE_DATE_EPOCH"),
        at("RUN cargo xtask package rootfs"),
    ];
    assert!(steps.is_sorted(), "{steps:?}");
    let left_out = read(".dockerignore");
    let left_out: Vec<&str> = left_out.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(left_out, ["target", "web/node_modules", "web/dist"], "the rest is built from");
}

#[test]
fn the_compose_file_runs_the_image_with_a_database() {
    let text = read("packaging/oci/compose.yaml");
    let mut parsed = YamlLoader::load_from_str(&text).expect("YAML");
    assert_eq!(parsed.len(), 1);
    let file = parsed.remove(0);
    let (server, database) = (&file["services"]["bastide"], &file["services"]["database"]);
    let text_of = |yaml: &Yaml| yaml.as_str().unwrap_or_default().to_owned();
    let list_of =
        |yaml: &Yaml| -> Vec<String> { yaml.as_vec().into_iter().flatten().map(text_of).collect() };
    // Paths are relative to the file, and the Containerfile to the context.
    let context = root().join("packaging/oci").join(text_of(&server["build"]["context"]));
    assert_eq!(context.canonicalize().expect("a folder"), root().canonicalize().expect("a folder"));
    assert!(context.join(text_of(&server["build"]["dockerfile"])).is_file());
    let known = variables();
    let options = server["environment"].as_hash().expect("options");
    for (name, _) in options {
        let name = text_of(name);
        assert!(known.contains(&name) || name == "PGPASSWORD", "there is no option {name}");
    }
    // User, password, machine and database are those of the other service. The password is not part
    // of the URL, in which '@', '/' and '#' would have another meaning.
    let url = text_of(&server["environment"]["BASTIDE_DATABASE"]);
    let of_database = |name: &str| text_of(&database["environment"][name]);
    let [user, password, name] =
        ["POSTGRES_USER", "POSTGRES_PASSWORD", "POSTGRES_DB"].map(of_database);
    assert_eq!(url, format!("postgres://{user}@database/{name}"));
    assert_eq!(text_of(&server["environment"]["PGPASSWORD"]), password);
    assert!(password.starts_with("${POSTGRES_PASSWORD:?"), "{password} has no default");
    assert_eq!(text_of(&server["depends_on"]["database"]["condition"]), "service_healthy");
    assert!(!database["healthcheck"]["test"].is_badvalue());
    let ready = list_of(&server["healthcheck"]["test"]);
    assert_eq!(ready, ["CMD", "/usr/bin/bastide", "health", "--ready"]);
    // As restricted as docs/install.md says.
    assert_eq!(server["read_only"].as_bool(), Some(true));
    assert_eq!(list_of(&server["cap_drop"]), ["ALL"]);
    assert_eq!(list_of(&server["security_opt"]), ["no-new-privileges:true"]);
    // Instead of an anonymous volume, which the image asks for.
    let mounts = server["volumes"].as_vec().expect("mounts");
    let (kind, target) = (text_of(&mounts[0]["type"]), text_of(&mounts[0]["target"]));
    assert_eq!((kind, vec![target], mounts.len()), ("tmpfs".to_owned(), of_image("VOLUME"), 1));
    let listen = of_umoci("env").into_iter().find_map(|entry| {
        let (_, port) = entry.strip_prefix("BASTIDE_LISTEN=")?.rsplit_once(':')?;
        Some(port.to_owned())
    });
    let listen = listen.expect("a port");
    assert_eq!(list_of(&server["ports"]), [format!("127.0.0.1:{listen}:{listen}")]);
    let volumes = file["volumes"].as_hash().expect("volumes");
    for mount in list_of(&database["volumes"]) {
        let (name, _) = mount.split_once(':').expect("a folder");
        let is_there = volumes.keys().any(|key| key.as_str() == Some(name));
        assert!(is_there, "there is no volume {name}");
    }
}

/// After a boot the database may not answer yet, or for a minute, and the server ends each time.
#[test]
fn the_unit_starts_the_server_until_its_database_answers() {
    let text = read("packaging/debian/bastide.service");
    let mut section = "";
    let mut found = BTreeSet::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        match line.strip_prefix('[') {
            Some(rest) => section = rest.trim_end_matches(']'),
            None => {
                found.insert((section, line));
            }
        }
    }
    for entry in [
        // In another section systemd ignores it.
        ("Unit", "StartLimitIntervalSec=0"),
        ("Unit", "After=network-online.target postgresql.service"),
        ("Service", "Restart=always"),
        ("Service", "ExecStart=/usr/bin/bastide serve"),
    ] {
        assert!(found.contains(&entry), "no {} in [{}]", entry.1, entry.0);
    }
}
