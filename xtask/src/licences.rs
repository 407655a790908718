//! `cargo xtask licences`: checks that the licences of all dependencies are accepted.
//!
//! cargo-deny additionally checks bans and sources if it can be installed; the licences are checked
//! in any case.

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::shell;
use crate::steps::Outcome;

/// Version of cargo-deny to install if missing.
const DENY: &str = "0.20.2";

/// Accepted licences; also in `deny.toml`.
const ACCEPTED: &[&str] = &[
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "NCSA",
    "Zlib",
    "0BSD",
    "CC0-1.0",
    "Unlicense",
    "BSL-1.0",
    "Unicode-3.0",
    "Unicode-DFS-2016",
];

/// Checks all dependencies of the workspace.
pub(crate) fn run() -> Result<Outcome> {
    let mut command =
        shell::cargo("metadata --format-version 1 --locked --all-features".split(' '));
    let output = command.stderr(std::process::Stdio::inherit()).output()?;
    let metadata: Value = serde_json::from_slice(&output.stdout).context("cargo metadata")?;
    let packages = metadata["packages"].as_array().context("no packages in cargo metadata")?;
    let mut refused = Vec::new();
    for package in packages {
        let licence = package["license"].as_str().unwrap_or("");
        if !is_accepted(licence) {
            refused.push(format!("{} {}: '{licence}'", package["name"], package["version"]));
        }
    }
    if !refused.is_empty() {
        bail!("licences that are not accepted:\n  {}", refused.join("\n  "));
    }
    println!("{} packages, all under accepted licences", packages.len());
    if !shell::install_crate("cargo-deny", DENY) {
        let reason = "all licences are accepted, but cargo-deny could not be installed: sources \
                      and bans were not checked";
        return Ok(Outcome::skipped(reason, format!("cargo install --locked cargo-deny@{DENY}")));
    }
    shell::run(&mut shell::cargo(
        "deny --log-level error --all-features check bans licenses sources".split(' '),
    ))?;
    Ok(Outcome::Ran(None))
}

/// Returns true if a licence expression such as `MIT OR (Apache-2.0 AND ISC)` is accepted: one
/// operand of an `OR` suffices, an `AND` needs both.
fn is_accepted(expression: &str) -> bool {
    let text = expression.trim().replace('/', " OR ");
    let text = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')).unwrap_or(&text);
    if ACCEPTED.contains(&text) {
        return true;
    }
    match (split(text, " OR "), split(text, " AND ")) {
        (Some((a, b)), _) => is_accepted(a) || is_accepted(b),
        (None, Some((a, b))) => is_accepted(a) && is_accepted(b),
        (None, None) => false,
    }
}

/// Splits at the first operator outside parentheses.
fn split<'a>(text: &'a str, operator: &str) -> Option<(&'a str, &'a str)> {
    let mut depth = 0;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            b' ' if depth == 0 && text[at..].starts_with(operator) => {
                return Some((&text[..at], &text[at + operator.len()..]));
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::is_accepted;

    #[test]
    fn licence_expressions_are_parsed() {
        for fine in ["MIT", "MIT/Apache-2.0", "GPL-3.0 OR MIT", "(MIT OR GPL-3.0) AND Unicode-3.0"]
        {
            assert!(is_accepted(fine), "{fine}");
        }
        for wrong in ["", "GPL-3.0", "MIT AND GPL-3.0", "(MIT OR ISC) AND AGPL-3.0"] {
            assert!(!is_accepted(wrong), "{wrong}");
        }
    }
}
