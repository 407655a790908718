//! Checks of the bill of materials: its references, and its form by the schema of CycloneDX.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::shell;

/// The library with the schema, and its validator. Pinned, because newer ones may be stricter.
const VALIDATOR: &str = "cyclonedx-python-lib[json-validation]==11.12.0";

/// Validates a file without fields that the schema does not know.
const SCRIPT: &str = "
import sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
error = JsonStrictValidator(SchemaVersion.V1_5).validate_str(open(sys.argv[1]).read())
sys.exit(f'not CycloneDX 1.5: {error}' if error else 0)
";

/// Checks a bill of materials. Without Python or its package registry, only the references.
pub(super) fn check(path: &Path) -> Result<()> {
    let text = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let bom: Value = serde_json::from_slice(&text).context("the bill of materials is not JSON")?;
    check_references(&bom)?;
    let home = shell::target().join("cyclonedx");
    let is_installed = home.join("bin/python").exists() || shell::create_venv(&home);
    let mut pip = Command::new(home.join("bin/python"));
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", VALIDATOR]);
    if !is_installed || shell::run(&mut pip).is_err() {
        println!("skipped: {VALIDATOR} cannot be installed, so the schema was not checked");
        return Ok(());
    }
    let mut validate = Command::new(home.join("bin/python"));
    shell::output(validate.args(["-c", SCRIPT]).arg(path))?;
    println!("the bill of materials is valid by the schema of CycloneDX 1.5");
    Ok(())
}

/// Checks that references are unique, that every component says what it uses, and that this is listed.
fn check_references(bom: &Value) -> Result<()> {
    let components = bom["components"].as_array().context("no components")?;
    let all = components.iter().chain([&bom["metadata"]["component"]]);
    let mut known = BTreeSet::new();
    for one in all {
        let name = one["bom-ref"].as_str().with_context(|| format!("no reference: {one}"))?;
        ensure!(known.insert(name), "{name} is listed twice");
    }
    let mut described = BTreeSet::new();
    for entry in bom["dependencies"].as_array().context("no dependencies")? {
        let name = entry["ref"].as_str().context("a dependency without a reference")?;
        ensure!(described.insert(name), "the dependencies of {name} are listed twice");
        for used in entry["dependsOn"].as_array().into_iter().flatten() {
            let used = used.as_str().context("a reference is not a text")?;
            ensure!(known.contains(used), "{name} uses {used}, which is not listed");
        }
    }
    ensure!(described == known, "not all components have an entry in the dependencies");
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn references_are_unique_and_known() {
        let bom = |components: &[&str], uses: &[(&str, &str)]| {
            let component = |name: &&str| json!({ "bom-ref": name });
            let entry = |(name, used): &(&str, &str)| {
                let used: Vec<&str> = used.split_whitespace().collect();
                json!({ "ref": name, "dependsOn": used })
            };
            json!({
                "metadata": { "component": component(&"program") },
                "components": components.iter().map(component).collect::<Vec<_>>(),
                "dependencies": uses.iter().map(entry).collect::<Vec<_>>(),
            })
        };
        let uses = [("program", "a b"), ("a", "b"), ("b", "")];
        assert!(check_references(&bom(&["a", "b"], &uses)).is_ok());
        for (components, uses, reason) in [
            (&["a", "b", "b"][..], &uses[..], "b is listed twice"),
            (&["a"], &uses[..2], "which is not listed"),
            (&["a", "b"], &uses[..2], "not all components"),
            (&["a", "b", "c"], &uses, "not all components"),
        ] {
            let error = check_references(&bom(components, uses)).expect_err(reason).to_string();
            assert!(error.contains(reason), "{error}");
        }
    }
}
