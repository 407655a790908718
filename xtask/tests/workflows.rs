//! Checks the files in `.github` that need no tool: they parse, their actions are pinned, the
//! commands they run exist, and the promised checks are there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use yaml_rust2::{Yaml, YamlLoader};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").into()
}

/// Parses all files of a folder of `.github` with an ending of YAML.
fn files(folder: &str) -> Vec<(String, Yaml)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(root().join(".github").join(folder)).expect(folder) {
        let path = entry.expect("readable").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if !name.ends_with(".yml") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("text");
        let mut parsed = YamlLoader::load_from_str(&text)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(parsed.len(), 1, "{name} has one document");
        found.push((name, parsed.remove(0)));
    }
    found.sort_by(|(a, _), (b, _)| a.cmp(b));
    found
}

/// Returns the entries of a mapping.
fn entries<'a>(yaml: &'a Yaml, what: &str) -> Vec<(&'a str, &'a Yaml)> {
    let map = yaml.as_hash().unwrap_or_else(|| panic!("{what} is not a mapping"));
    map.iter().map(|(key, value)| (key.as_str().unwrap_or("?"), value)).collect()
}

/// Returns the steps of all jobs of a workflow, with the name of the job.
fn steps(workflow: &Yaml) -> Vec<(&str, &Yaml)> {
    let jobs = entries(&workflow["jobs"], "jobs");
    jobs.into_iter()
        .flat_map(|(name, job)| {
            let steps = job["steps"].as_vec().unwrap_or_else(|| panic!("{name} has no steps"));
            steps.iter().map(move |step| (name, step))
        })
        .collect()
}

/// Returns true if an action is pinned to a version or a commit.
fn is_pinned(action: &str) -> bool {
    let Some((name, version)) = action.split_once('@') else { return false };
    let is_commit = version.len() == 40 && version.chars().all(|c| c.is_ascii_hexdigit());
    let is_version = version.strip_prefix('v').is_some_and(|number| {
        !number.is_empty() && number.chars().all(|c| c.is_ascii_digit() || c == '.')
    });
    name.contains('/') && (is_commit || is_version)
}

/// Returns the commands of `cargo xtask`, from its help.
fn xtask_commands() -> BTreeSet<String> {
    let text = fs::read_to_string(root().join("xtask/src/main.rs")).expect("the source of xtask");
    let names = text.lines().filter_map(|line| line.trim().strip_prefix("cargo xtask "));
    names.filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

#[test]
fn workflows_are_bounded_and_pinned() {
    let workflows = files("workflows");
    assert!(workflows.len() >= 4, "only {} workflows", workflows.len());
    for (name, workflow) in &workflows {
        assert!(workflow["name"].as_str().is_some(), "{name} has no name");
        // YAML 1.1 reads `on` as true, newer readers as a text.
        let has_trigger = !workflow["on"].is_badvalue()
            || entries(workflow, name).iter().any(|(key, _)| *key == "?");
        assert!(has_trigger, "{name} has no trigger");
        assert!(!workflow["permissions"].is_badvalue(), "{name} has no permissions");
        for (job, body) in entries(&workflow["jobs"], name) {
            assert!(!body["runs-on"].is_badvalue(), "{name}: {job} has no machine");
            assert!(body["timeout-minutes"].as_i64().is_some(), "{name}: {job} has no limit");
        }
        for (job, step) in steps(workflow) {
            match (step["uses"].as_str(), step["run"].as_str()) {
                (Some(action), None) => {
                    assert!(is_pinned(action), "{name}: {job}: {action} is not pinned");
                }
                (None, Some(_)) => {}
                _ => panic!("{name}: {job}: a step either runs a script or uses an action"),
            }
        }
    }
}

#[test]
fn commands_of_workflows_exist() {
    let known = xtask_commands();
    let mut count = 0;
    for (name, workflow) in files("workflows") {
        for (job, step) in steps(&workflow) {
            let script = step["run"].as_str().unwrap_or_default();
            for part in script.split("cargo xtask ").skip(1) {
                let command = part.split_whitespace().next().unwrap_or_default();
                assert!(known.contains(command), "{name}: {job}: there is no '{command}'");
                count += 1;
            }
            let words: Vec<&str> = script.split_whitespace().collect();
            for pair in words.windows(2).filter(|pair| pair[0] == "-p") {
                let is_crate = |folder: PathBuf| folder.join(pair[1]).join("Cargo.toml").is_file();
                let is_there = is_crate(root()) || is_crate(root().join("crates"));
                assert!(is_there, "{name}: {job}: there is no crate {}", pair[1]);
            }
        }
    }
    assert!(count >= 5, "only {count} commands were found");
}

/// What CONTRIBUTING.md promises: tests on Linux, builds on macOS and Windows, the oldest supported
/// Rust, nightly fuzzing and all mixes, releases, and the site.
#[test]
fn promised_checks_are_there() {
    let text = |name: &str| {
        let path = root().join(".github/workflows").join(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    for (file, parts) in [
        ("test.yml", &["cargo xtask test", "macos-latest", "windows-latest", "rust-version"][..]),
        (
            "nightly.yml",
            &[
                "schedule:",
                "cargo xtask fuzz",
                "cargo xtask agree",
                "cargo xtask integrations",
                "cargo xtask monitoring",
                "cargo xtask affinity",
                "cargo xtask failover",
                "cargo xtask package test",
                "cargo xtask package twice",
            ],
        ),
        (
            "release.yml",
            &[
                "tags:",
                "gh release create",
                // As `cargo xtask package` names them: the tag has a "v", the version has not.
                "folder=\"bastide-${GITHUB_REF_NAME#v}-${{ matrix.name }}\"",
                "SHA256SUMS",
                "THIRD-PARTY-LICENSES",
                "bastide.cdx.json",
            ],
        ),
        ("docs.yml", &["cargo xtask docs", "target/book"]),
    ] {
        let text = text(file);
        for part in parts {
            assert!(text.contains(part), "{file} lacks '{part}'");
        }
    }
}

/// A release is built from a tag that is the version, of a commit whose tests have passed, and a job
/// that runs code of dependencies cannot write to the repository.
#[test]
fn a_release_is_checked_before_it_is_built() {
    let all = files("workflows");
    let (_, release) = all.iter().find(|(name, _)| name == "release.yml").expect("a workflow");
    assert_eq!(release["permissions"]["contents"].as_str(), Some("read"));
    for (job, body) in entries(&release["jobs"], "release.yml") {
        let writes = body["permissions"]["contents"].as_str() == Some("write");
        assert_eq!(writes, job == "publish", "{job}");
        let needs = &body["needs"];
        let needs = needs.as_vec().map_or_else(
            || needs.as_str().into_iter().collect(),
            |all| all.iter().filter_map(Yaml::as_str).collect::<Vec<_>>(),
        );
        // Others need one of these.
        let is_direct = ["notices", "packages"].contains(&job);
        assert!(!is_direct || needs == ["check"], "{job} needs {needs:?}");
        assert!(job == "check" || !needs.is_empty(), "{job} needs nothing");
    }
    let script: String = steps(release)
        .iter()
        .filter(|(job, _)| *job == "check")
        .filter_map(|(_, step)| step["run"].as_str())
        .collect();
    for part in ["\"v$version\" = \"$GITHUB_REF_NAME\"", "CHANGELOG.md", "--workflow test.yml"] {
        assert!(script.contains(part), "the check lacks '{part}'");
    }
    for part in ["--branch main", "--commit \"$commit\"", "--status success"] {
        assert!(script.contains(part), "the check of the tests lacks '{part}'");
    }
}

/// The Python package is tested where packages are built, with a NumPy that needs Python 3.11.
#[test]
fn packages_are_built_with_a_new_python() {
    for (name, workflow) in files("workflows") {
        for (job, body) in entries(&workflow["jobs"], &name) {
            let all = body["steps"].as_vec().expect("steps");
            let at = |is_it: &dyn Fn(&Yaml) -> bool| all.iter().position(is_it);
            let builds = |step: &Yaml| {
                let script = step["run"].as_str().unwrap_or_default();
                ["cargo xtask package all", "cargo xtask test"].iter().any(|it| script.contains(it))
            };
            let Some(build) = at(&builds) else { continue };
            let python = at(&|step| step["with"]["python-version"].as_str().is_some());
            assert!(python.is_some_and(|python| python < build), "{name}: {job}: no setup-python");
        }
    }
}

#[test]
fn updates_are_requested_for_every_ecosystem() {
    let (_, settings) = files("").remove(0);
    let updates = settings["updates"].as_vec().expect("a list of updates");
    let find = |ecosystem: &str| {
        let is_it = |update: &&Yaml| update["package-ecosystem"].as_str() == Some(ecosystem);
        updates.iter().find(is_it).and_then(|update| update["directory"].as_str())
    };
    for (ecosystem, manifest) in [
        ("cargo", "Cargo.toml"),
        ("npm", "package.json"),
        ("github-actions", ".github/workflows"),
        ("pip", "pyproject.toml"),
        ("docker", "Containerfile"),
        ("docker-compose", "compose.yaml"),
    ] {
        let folder = find(ecosystem).unwrap_or_else(|| panic!("no updates of {ecosystem}"));
        let path = root().join(folder.trim_start_matches('/')).join(manifest);
        assert!(path.exists(), "there is no {}", path.display());
    }
}

#[test]
fn forms_ask_named_questions() {
    for (name, form) in files("ISSUE_TEMPLATE") {
        if name == "config.yml" {
            continue;
        }
        for key in ["name", "description"] {
            assert!(form[key].as_str().is_some(), "{name} has no {key}");
        }
        let mut ids = BTreeSet::new();
        for question in form["body"].as_vec().unwrap_or_else(|| panic!("{name} asks nothing")) {
            if question["type"].as_str() == Some("markdown") {
                continue;
            }
            let id = question["id"].as_str().unwrap_or_else(|| panic!("{name}: no id"));
            assert!(ids.insert(id), "{name} asks {id} twice");
            assert!(question["attributes"]["label"].as_str().is_some(), "{name}: {id}");
        }
        assert!(ids.len() >= 2, "{name} asks too little");
    }
}

#[test]
fn pins_are_versions_or_commits() {
    let commit = format!("a/b@{}", "0123456789".repeat(4));
    for (action, expected) in [
        ("actions/checkout@v4", true),
        ("a/b@v1.2.3", true),
        (commit.as_str(), true),
        ("a/b@main", false),
        ("a/b@v", false),
        ("a/b", false),
    ] {
        assert_eq!(is_pinned(action), expected, "{action}");
    }
}
