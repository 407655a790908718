//! The libraries that are part of the program, according to Cargo.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use serde_json::Value;

use crate::shell;

/// The package of the program.
const PROGRAM: &str = "bastide-cli";

/// A package that is linked into the program.
pub(super) struct Component {
    pub(super) name: String,
    pub(super) version: String,
    /// The licence expression; empty if the package does not state one.
    pub(super) licence: String,
    pub(super) description: Option<String>,
    pub(super) repository: Option<String>,
    /// SHA-256 of the package in the registry; `None` for packages of this workspace.
    pub(super) checksum: Option<String>,
    /// Folder of the sources.
    pub(super) folder: PathBuf,
    /// Indices of the components that it uses.
    pub(super) uses: Vec<usize>,
}

impl Component {
    /// Returns the package URL, which identifies the package across tools.
    pub(super) fn purl(&self) -> String {
        format!("pkg:cargo/{}@{}", self.name, self.version)
    }

    /// Returns true if the package is part of this workspace.
    pub(super) fn is_own(&self) -> bool {
        self.checksum.is_none()
    }
}

/// All packages of the program, sorted by name and version.
pub(super) struct Inventory {
    pub(super) components: Vec<Component>,
    /// Index of the program itself.
    pub(super) program: usize,
}

impl Inventory {
    /// Asks Cargo. Build scripts, macros and what only they use are left out: they are not in the
    /// program.
    pub(super) fn read() -> Result<Inventory> {
        let host = shell::output(Command::new("rustc").arg("-vV"))?;
        let host = host.lines().find_map(|line| line.strip_prefix("host: ")).context("no host")?;
        let mut command = shell::cargo(["metadata", "--format-version", "1", "--locked"]);
        command.args(["--filter-platform", host]).stderr(Stdio::inherit());
        let output = command.output().context("cannot start cargo metadata")?;
        let metadata: Value = serde_json::from_slice(&output.stdout).context("cargo metadata")?;
        let lock = fs::read_to_string(shell::root().join("Cargo.lock"))?;
        Inventory::of(&metadata, &checksums(&lock))
    }

    fn of(metadata: &Value, checksums: &BTreeMap<(String, String), String>) -> Result<Inventory> {
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
        let program = packages.iter().find(|(_, package)| package["name"] == PROGRAM);
        let program = program.map(|(id, _)| id.clone()).context("no package of the program")?;
        let (mut found, mut open) = (BTreeSet::new(), vec![program.clone()]);
        while let Some(id) = open.pop() {
            if found.insert(id.clone()) {
                open.extend(uses(&id));
            }
        }
        let mut ids: Vec<String> = found.into_iter().collect();
        let key = |id: &String| {
            let package = &packages[id];
            (text(&package["name"]), text(&package["version"]))
        };
        ids.sort_by_key(key);
        let index = |id: &String| ids.iter().position(|one| one == id);
        let component = |id: &String| {
            let package = packages.get(id).context("a package without metadata")?;
            let manifest = PathBuf::from(text(&package["manifest_path"]));
            let mut uses: Vec<usize> = uses(id).iter().filter_map(index).collect();
            uses.sort_unstable();
            uses.dedup();
            Ok(Component {
                name: text(&package["name"]),
                version: text(&package["version"]),
                licence: text(&package["license"]).replace('/', " OR "),
                description: package["description"].as_str().map(|text| text.trim().to_owned()),
                repository: package["repository"].as_str().map(str::to_owned),
                checksum: checksums.get(&key(id)).cloned(),
                folder: manifest.parent().context("a manifest without a folder")?.to_owned(),
                uses,
            })
        };
        let components = ids.iter().map(component).collect::<Result<Vec<_>>>()?;
        let program = index(&program).context("the program is not in its own list")?;
        Ok(Inventory { components, program })
    }
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
        let inventory = Inventory::of(&metadata, &checksums(lock)).expect("sound");
        let names: Vec<&str> = inventory.components.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["bastide-cli", "deep", "used"]);
        assert_eq!(inventory.components[inventory.program].uses, [2]);
        assert_eq!(inventory.components[2].uses, [1]);
        assert_eq!(inventory.components[2].checksum.as_deref(), Some("abc"));
        assert!(inventory.components[1].is_own());
        assert_eq!(inventory.components[1].licence, "MIT OR Apache-2.0");
    }
}
