//! Everything of other authors that is part of the packages: the libraries of the program and of the
//! engine in its page, the packages and typefaces of the page, and the system libraries of the image.

mod crates;
mod page;
mod system;

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context, Result};

/// The package of the program.
const PROGRAM: &str = "bastide-cli";

/// The package of the engine for browsers, which is in the page.
const ENGINE: &str = "bastide-wasm";

/// The target of the engine.
const BROWSERS: &str = "wasm32-unknown-unknown";

/// Where a component comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Origin {
    /// This workspace.
    Workspace,
    /// The registry of Cargo.
    Cargo,
    /// The registry of npm.
    Npm,
    /// A package of the distribution on which the image is built.
    System,
    /// Another place.
    Other,
}

/// A component of the packages.
#[derive(Clone, Debug)]
pub(super) struct Component {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) origin: Origin,
    /// The package URL, which identifies the component across tools.
    pub(super) purl: String,
    /// The licence expression; empty if the component does not state one.
    pub(super) licence: String,
    pub(super) description: Option<String>,
    pub(super) repository: Option<String>,
    /// Algorithm and value of the checksum in the registry.
    pub(super) checksum: Option<(&'static str, String)>,
    /// Folder with the licence.
    pub(super) folder: Option<PathBuf>,
    /// Package URLs of the components that it uses.
    pub(super) uses: Vec<String>,
}

impl Component {
    /// Returns true if the component is part of this project.
    pub(super) fn is_own(&self) -> bool {
        self.origin == Origin::Workspace
    }
}

/// All components, sorted by name and version.
pub(super) struct Inventory {
    pub(super) components: Vec<Component>,
    /// Package URL of the program.
    program: String,
}

impl Inventory {
    /// Lists the components of the program for `target` and of its page.
    pub(super) fn read(target: &str) -> Result<Inventory> {
        let mut program = crates::read(PROGRAM, target)?;
        let engine = crates::read(ENGINE, BROWSERS)?;
        let page = page::read()?;
        let root = program.iter().position(|one| one.name == PROGRAM);
        let root = root.context("the program is not in its own list")?;
        // The page is embedded: the program contains the engine and what the page uses.
        let engine_purl = engine.iter().find(|one| one.name == ENGINE).map(|one| one.purl.clone());
        program[root].uses.push(engine_purl.context("the engine is not in its own list")?);
        program[root].uses.extend(page.iter().map(|one| one.purl.clone()));
        let purl = program[root].purl.clone();
        Ok(Inventory::of(purl, program.into_iter().chain(engine).chain(page)))
    }

    /// Merges components. What two parts use is listed once, with everything that either uses.
    fn of(program: String, all: impl Iterator<Item = Component>) -> Inventory {
        let mut merged: BTreeMap<(String, String, String), Component> = BTreeMap::new();
        for one in all {
            let key = (one.name.clone(), one.version.clone(), one.purl.clone());
            let into = merged.entry(key).or_insert_with(|| one.clone());
            into.uses.extend(one.uses);
            into.uses.sort_unstable();
            into.uses.dedup();
        }
        Inventory { components: merged.into_values().collect(), program }
    }

    /// Adds the packages of the distribution that own these files, which the program uses.
    pub(super) fn with_system(&self, files: &[PathBuf]) -> Result<Inventory> {
        let system = system::read(files)?;
        let mut all = self.components.clone();
        for one in all.iter_mut().filter(|one| one.purl == self.program) {
            one.uses.extend(system.iter().map(|one| one.purl.clone()));
        }
        Ok(Inventory::of(self.program.clone(), all.into_iter().chain(system)))
    }

    /// Returns the program itself.
    pub(super) fn program(&self) -> Option<&Component> {
        self.components.iter().find(|one| one.purl == self.program)
    }

    /// Returns everything but the program.
    pub(super) fn others(&self) -> impl Iterator<Item = &Component> {
        self.components.iter().filter(|one| one.purl != self.program)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn component(name: &str, uses: &[&str]) -> Component {
        Component {
            name: name.to_owned(),
            version: "1.0.0".to_owned(),
            origin: Origin::Cargo,
            purl: format!("pkg:{name}"),
            licence: "MIT".to_owned(),
            description: None,
            repository: None,
            checksum: None,
            folder: None,
            uses: uses.iter().map(|name| format!("pkg:{name}")).collect(),
        }
    }

    #[test]
    fn parts_that_share_a_component_list_it_once_with_all_that_it_uses() {
        let all = [
            component("shared", &["b"]),
            component("program", &["shared"]),
            component("shared", &["a", "b"]),
        ];
        let inventory = Inventory::of("pkg:program".to_owned(), all.into_iter());
        let names: Vec<&str> = inventory.components.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["program", "shared"]);
        assert_eq!(inventory.components[1].uses, ["pkg:a", "pkg:b"]);
        assert_eq!(inventory.program().map(|one| one.name.as_str()), Some("program"));
        assert_eq!(inventory.others().count(), 1);
    }
}
