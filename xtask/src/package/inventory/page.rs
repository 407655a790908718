//! Packages of npm and typefaces in the page.
//!
//! The manifest of the page lists tools only: which of them leave code in the page is known to the
//! bundler, which is asked.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use super::{Component, Origin};
use crate::shell;

/// Bundles the page without writing it, and prints the packages of all modules in it. Names after a
/// zero byte are modules that the tools themselves add.
const SCRIPT: &str = r"
import { build } from 'vite';
const found = new Set();
const record = () => ({
  name: 'list-packages',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      for (const [id, module] of Object.entries(chunk.modules ?? {})) {
        if (module.renderedLength === 0) continue;
        const path = id.startsWith('\0') ? id.slice(1) : id.split('/node_modules/').slice(1).at(-1);
        if (path) found.add(path.split('/').slice(0, path.startsWith('@') ? 2 : 1).join('/'));
      }
    }
  },
});
const plugins = [record()];
await build({ logLevel: 'silent', build: { write: false }, plugins, worker: { plugins: () => [record()] } });
console.log(JSON.stringify([...found].sort()));
";

/// The typefaces, of which the page has parts (`web/scripts/fonts.py`).
const TYPEFACES: [(&str, &str); 2] = [
    ("Alegreya", "https://github.com/huertatipografica/Alegreya"),
    ("Alegreya Sans", "https://github.com/huertatipografica/Alegreya-Sans"),
];

/// Lists the packages and typefaces.
pub(super) fn read() -> Result<Vec<Component>> {
    let web = shell::root().join("web");
    ensure!(
        web.join("node_modules/vite").is_dir(),
        "web/node_modules is missing: cd web && npm ci"
    );
    let mut node = Command::new("node");
    node.args(["--input-type=module", "--eval", SCRIPT]).current_dir(&web);
    let text = shell::output(&mut node).context("the bundler lists the packages of the page")?;
    let names: Vec<String> = serde_json::from_str(text.trim()).context(text)?;
    let lock: Value = serde_json::from_slice(&fs::read(web.join("package-lock.json"))?)?;
    let mut all =
        names.iter().map(|name| package(name, &lock, &web)).collect::<Result<Vec<_>>>()?;
    for (name, repository) in TYPEFACES {
        let notice = fs::read_to_string(web.join("public/OFL.txt"))?;
        ensure!(notice.contains(repository), "web/public/OFL.txt is not about {name}");
        all.push(typeface(name, repository, &web));
    }
    Ok(all)
}

/// Describes a package by the lock file and its own manifest.
fn package(name: &str, lock: &Value, web: &Path) -> Result<Component> {
    let entry = &lock["packages"][format!("node_modules/{name}")];
    let Some(version) = entry["version"].as_str() else {
        bail!("web/package-lock.json has no package {name}, which is in the page");
    };
    let folder = web.join("node_modules").join(name);
    let manifest: Value = serde_json::from_slice(&fs::read(folder.join("package.json"))?)?;
    let about = |field: &Value| field.as_str().map(|text| text.trim().to_owned());
    let repository =
        about(&manifest["repository"]).or_else(|| about(&manifest["repository"]["url"]));
    Ok(Component {
        name: name.to_owned(),
        version: version.to_owned(),
        origin: Origin::Npm,
        purl: format!("pkg:npm/{}@{version}", name.replace('@', "%40")),
        licence: about(&entry["license"]).unwrap_or_default(),
        description: about(&manifest["description"]),
        repository: repository.map(|url| url.trim_start_matches("git+").to_owned()),
        checksum: entry["integrity"].as_str().and_then(checksum),
        folder: Some(folder),
        uses: Vec::new(),
    })
}

fn typeface(name: &str, repository: &str, web: &Path) -> Component {
    let id = name.to_lowercase().replace(' ', "-");
    Component {
        name: name.to_owned(),
        // The version of the packages in web/scripts/fonts.py.
        version: "5.3.0".to_owned(),
        origin: Origin::Other,
        purl: format!("pkg:npm/%40fontsource/{id}@5.3.0"),
        licence: "OFL-1.1".to_owned(),
        description: Some("Typeface; the page contains subsets".to_owned()),
        repository: Some(repository.to_owned()),
        checksum: None,
        folder: Some(web.join("public")),
        uses: Vec::new(),
    }
}

/// Converts `sha512-BASE64` to the name of the algorithm and hexadecimal digits.
fn checksum(integrity: &str) -> Option<(&'static str, String)> {
    let text = integrity.strip_prefix("sha512-")?;
    let (mut bits, mut count, mut hex) = (0_u32, 0, String::new());
    for byte in text.trim_end_matches('=').bytes() {
        let digit = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(digit);
        count += 6;
        if count >= 8 {
            count -= 8;
            hex += &format!("{:02x}", bits >> count & 0xff);
        }
    }
    (hex.len() == 128).then_some(("SHA-512", hex))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_of_npm_are_converted() {
        // The SHA-512 of nothing.
        let empty = "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==";
        let (algorithm, hex) = checksum(empty).expect("sound");
        assert_eq!(algorithm, "SHA-512");
        assert!(hex.starts_with("cf83e1357eefb8bd") && hex.ends_with("f927da3e"), "{hex}");
        assert_eq!(checksum("sha512-abcd"), None);
        assert_eq!(checksum("sha1-abcd"), None);
    }

    #[test]
    fn packages_are_described_by_the_lock_file() {
        let lock = serde_json::json!({"packages": {"node_modules/a": {"version": "1.0.0"}}});
        let error = package("b", &lock, Path::new("/none")).expect_err("not there").to_string();
        assert!(error.contains("no package b"), "{error}");
    }
}
