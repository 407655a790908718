//! Crates that are linked into a program, according to Cargo.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use serde_json::Value;

use super::{Component, Origin};
use crate::shell;

/// Asks Cargo for the crates in a package that is built for `target`, and adds the standard library.
/// Build scripts, macros and what only they use are left out: they are not in the program.
pub(super) fn read(package: &str, target: &str) -> Result<Vec<Component>> {
    let mut command = shell::cargo(["metadata", "--format-version", "1", "--locked"]);
    command.args(["--filter-platform", target]).stderr(Stdio::inherit());
    let output = command.output().context("cannot start cargo metadata")?;
    let metadata: Value = serde_json::from_slice(&output.stdout).context("cargo metadata")?;
    let lock = fs::read_to_string(shell::root().join("Cargo.lock"))?;
    let mut all = of(package, &metadata, &checksums(&lock))?;
    let library = standard_library(&shell::output(Command::new("rustc").arg("-vV"))?)?;
    for one in all.iter_mut().filter(|one| one.name == package) {
        one.uses.push(library.purl.clone());
    }
    all.push(library);
    Ok(all)
}

/// The standard library is part of every program, but of no list of Cargo.
fn standard_library(about: &str) -> Result<Component> {
    let version = about.lines().find_map(|line| line.strip_prefix("release: "));
    let version = version.context("rustc names no release")?.to_owned();
    Ok(Component {
        name: "rust-std".to_owned(),
        purl: format!("pkg:generic/rust-std@{version}"),
        version,
        origin: Origin::Other,
        licence: "MIT OR Apache-2.0".to_owned(),
        description: Some("The standard library of Rust".to_owned()),
        repository: Some("https://github.com/rust-lang/rust".to_owned()),
        checksum: None,
        folder: None,
        uses: Vec::new(),
    })
}

fn of(
    program: &str,
    metadata: &Value,
    checksums: &BTreeMap<(String, String), String>,
) -> Result<Vec<Component>> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let packages: BTreeMap<String, Value> =
        list(&metadata["packages"]).into_iter().map(|one| (text(&one["id"]), one)).collect();
    let nodes: BTreeMap<String, Value> = list(&metadata["resolve"]["nodes"])
        .into_iter()
        .map(|one| (text(&one["id"]), one))
        .collect();
    let is_macro = |id: &str| {
        let targets = list(&packages.get(id).unwrap_or(&Value::Null)["targets"]);
        targets.iter().any(|target| list(&target["kind"]).contains(&"proc-macro".into()))
    };
    let uses = |id: &str| -> Vec<String> {
        let deps = list(&nodes.get(id).unwrap_or(&Value::Null)["deps"]);
        let is_linked = |dep: &&Value| {
            list(&dep["dep_kinds"]).iter().any(|kind| kind["kind"].is_null())
                && !is_macro(dep["pkg"].as_str().unwrap_or_default())
        };
        deps.iter().filter(is_linked).map(|dep| text(&dep["pkg"])).collect()
    };
    let program = packages.iter().find(|(_, package)| package["name"] == program);
    let program = program.map(|(id, _)| id.clone()).context("no package of the program")?;
    let (mut found, mut open) = (BTreeSet::new(), vec![program]);
    while let Some(id) = open.pop() {
        if found.insert(id.clone()) {
            open.extend(uses(&id));
        }
    }
    let purl = |id: &String| {
        let package = &packages[id];
        format!("pkg:cargo/{}@{}", text(&package["name"]), text(&package["version"]))
    };
    let component = |id: &String| {
        let package = packages.get(id).context("a package without metadata")?;
        let manifest = PathBuf::from(text(&package["manifest_path"]));
        let key = (text(&package["name"]), text(&package["version"]));
        let checksum = checksums.get(&key).map(|sum| ("SHA-256", sum.clone()));
        Ok(Component {
            origin: if checksum.is_some() { Origin::Cargo } else { Origin::Workspace },
            purl: purl(id),
            name: key.0,
            version: key.1,
            licence: text(&package["license"]).replace('/', " OR "),
            description: package["description"].as_str().map(|text| text.trim().to_owned()),
            repository: package["repository"].as_str().map(str::to_owned),
            checksum,
            folder: manifest.parent().map(PathBuf::from),
            uses: uses(id).iter().map(purl).collect(),
        })
    };
    found.iter().map(component).collect()
}

/// Returns the checksums of `Cargo.lock` by name and version.
fn checksums(lock: &str) -> BTreeMap<(String, String), String> {
    let mut all = BTreeMap::new();
    for part in lock.split("[[package]]") {
        let field = |name: &str| {
            let line = part.lines().find_map(|line| line.strip_prefix(name))?;
            Some(line.trim_start_matches(" = ").trim_matches('"').to_owned())
        };
        if let (Some(name), Some(version), Some(sum)) =
            (field("name"), field("version"), field("checksum"))
        {
            all.insert((name, version), sum);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn build_tools_and_macros_are_not_part_of_the_program() {
        let package = |name: &str, kind: &str| {
            serde_json::json!({
                "id": name, "name": name, "version": "1.0.0", "license": "MIT/Apache-2.0",
                "manifest_path": format!("/x/{name}/Cargo.toml"), "targets": [{"kind": [kind]}],
            })
        };
        let dep = |name: &str, kind: Option<&str>| serde_json::json!({"pkg": name, "dep_kinds": [{"kind": kind}]});
        let metadata = serde_json::json!({
            "packages": [
                package("bastide-cli", "bin"), package("used", "lib"), package("deep", "lib"),
                package("built", "lib"), package("derive", "proc-macro"), package("syn", "lib"),
            ],
            "resolve": {"nodes": [
                {"id": "bastide-cli", "deps": [
                    dep("used", None), dep("built", Some("build")), dep("derive", None),
                ]},
                {"id": "used", "deps": [dep("deep", None), dep("deep", Some("dev"))]},
                {"id": "derive", "deps": [dep("syn", None)]},
            ]},
        });
        let lock = "[[package]]\nname = \"used\"\nversion = \"1.0.0\"\nchecksum = \"abc\"\n";
        let all = of("bastide-cli", &metadata, &checksums(lock)).expect("sound");
        let names: Vec<&str> = all.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["bastide-cli", "deep", "used"]);
        assert_eq!(all[0].uses, ["pkg:cargo/used@1.0.0"]);
        assert_eq!(all[2].uses, ["pkg:cargo/deep@1.0.0"]);
        assert_eq!(all[2].checksum, Some(("SHA-256", "abc".to_owned())));
        assert!(all[1].is_own() && !all[2].is_own());
        assert_eq!(all[1].licence, "MIT OR Apache-2.0");
    }
}
