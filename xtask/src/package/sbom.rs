//! The software bill of materials, in the format CycloneDX 1.5.

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::inventory::{Component, Inventory};

/// Returns the bill of materials of the program. It depends on nothing but the sources and `epoch`.
pub(super) fn text(inventory: &Inventory, epoch: u64) -> Result<String> {
    let program = inventory.program().context("the program is not in its own list")?;
    let components: Vec<Value> = inventory.others().map(|one| component(one, "library")).collect();
    let dependencies: Vec<Value> = inventory
        .components
        .iter()
        .map(|one| json!({ "ref": one.purl, "dependsOn": one.uses }))
        .collect();
    let bom = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "timestamp": timestamp(epoch),
            "tools": { "components": [{ "type": "application", "name": "cargo xtask package" }] },
            "component": component(program, "application"),
        },
        "components": components,
        "dependencies": dependencies,
    });
    Ok(serde_json::to_string_pretty(&bom)? + "\n")
}

fn component(one: &Component, kind: &str) -> Value {
    let mut value = json!({
        "type": kind,
        "bom-ref": one.purl,
        "name": one.name,
        "version": one.version,
        "purl": one.purl,
        "scope": "required",
    });
    if !one.licence.is_empty() {
        value["licenses"] = json!([{ "expression": one.licence }]);
    }
    if let Some(text) = &one.description {
        value["description"] = json!(text);
    }
    if let Some((algorithm, sum)) = &one.checksum {
        value["hashes"] = json!([{ "alg": algorithm, "content": sum }]);
    }
    if let Some(url) = &one.repository {
        value["externalReferences"] = json!([{ "type": "vcs", "url": url }]);
    }
    value
}

/// Formats seconds since 1970 as `2026-01-31T12:34:56Z`.
pub(super) fn timestamp(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = date(days);
    let (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60);
    format!("{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// Returns year, month and day of a number of days since 1970.
pub(super) fn date(days: u64) -> (u64, u64, u64) {
    // Years that begin in March have the leap day at their end: 146,097 days in 400 years.
    let shifted = days + 719_468;
    let (era, day) = (shifted / 146_097, shifted % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (era * 400 + year + next, month, day)
}

#[cfg(test)]
mod tests {
    use super::timestamp;

    #[test]
    fn timestamps_match_the_calendar() {
        assert_eq!(timestamp(0), "1970-01-01T00:00:00Z");
        assert_eq!(timestamp(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(timestamp(1_763_164_801), "2025-11-15T00:00:01Z");
    }
}
