//! The guides of the web client as pages of the documentation: `docs/guides/NAME.md`, with pictures
//! drawn from the same records.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use bastide::Game as _;
use bastide_art::{Atlas, Look};
use bastide_host::Record;
use bastide_testing::golden;
use serde_json::Value;

use crate::literals::Parser;
use crate::{client, files};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guides")
}

/// A picture of the client: its record, and the visible part in cells.
struct Picture {
    record: Record,
    crop: Option<[f64; 4]>,
}

/// Returns all pictures of the client by name.
fn pictures() -> BTreeMap<String, Picture> {
    let mut found = BTreeMap::new();
    for (_, text) in files(": picture(") {
        for (at, call) in text.match_indices(": picture(") {
            let name = text[..at].rsplit('\'').nth(1).expect("a quoted name").to_owned();
            let mut parser = Parser(&text[at + call.len()..]);
            let lines = parser.value();
            let lines: Vec<&str> =
                lines.as_array().expect("lines").iter().flat_map(Value::as_str).collect();
            let record = Record::read(lines.join("\n")).expect("a legal record");
            parser.skip(',');
            parser.value();
            let is_cropped = parser.skip(',') && !parser.skip(')');
            let crop = is_cropped.then(|| {
                let crop = parser.value();
                ["x", "y", "width", "height"].map(|key| crop[key].as_f64().expect("a number"))
            });
            found.insert(name, Picture { record, crop });
        }
    }
    assert!(found.len() >= 15, "only {} pictures were found", found.len());
    found
}

impl Picture {
    /// Draws the picture. A tile is 100 units wide, and 120 pixels on the page.
    fn draw(&self) -> String {
        let game = self.record.game();
        let atlas = Atlas::new(game.board().tiles());
        let look = Look { seats: self.record.colours(), ..Look::default() };
        let svg = bastide_art::map(&game, &atlas, &look);
        let (head, rest) = svg.split_once(" viewBox='").expect("a visible area");
        let (area, rest) = rest.split_once('\'').expect("an end of the area");
        let numbers = area.split(' ').map(|part| part.parse().expect("a number"));
        let whole: Vec<f64> = numbers.collect();
        let part = self.crop.map(|crop| crop.map(|part| part * 100.0));
        let [x, y, width, height] = part.unwrap_or_else(|| whole.try_into().expect("four numbers"));
        let pixels = width * 1.2;
        let size = format!("viewBox='{x:.0} {y:.0} {width:.0} {height:.0}' width='{pixels:.0}'");
        let (tag, rest) = rest.split_once('>').expect("an element");
        format!("{head} {size}{tag}>{}{rest}", self.source())
    }

    /// Returns the record and the visible part, as the picture states them.
    fn source(&self) -> String {
        let lines = self.record.to_text().trim_end().replace('\n', "; ");
        format!("<metadata>{lines}; visible {:?}</metadata>", self.crop)
    }
}

/// Returns the English guides with the names of their pages.
fn guides() -> Vec<(String, Value)> {
    let mut found = Vec::new();
    for (path, text) in files("export const guide: Guide = ") {
        let own = path.strip_prefix(client()).expect("a file of the client");
        let stem = own.file_stem().expect("a name").to_string_lossy().into_owned();
        let folder = own.parent().and_then(Path::file_name).expect("a folder").to_string_lossy();
        let name = match (folder.as_ref(), stem.as_str()) {
            ("en", "stronghold") => "castle".to_owned(),
            ("en", game) => game.to_owned(),
            (expansion, "en") => expansion.to_owned(),
            _ => continue,
        };
        let (_, literal) = text.split_once("export const guide: Guide = ").expect("found above");
        found.push((name, Parser(literal).value()));
    }
    found.sort_by(|(a, _), (b, _)| a.cmp(b));
    assert!(found.len() >= 9, "only {} guides were found", found.len());
    found
}

/// Writes a guide as Markdown.
fn page(guide: &Value) -> String {
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let list = |value: &Value| value.as_array().expect("a list").clone();
    let mut page = format!(
        "<!-- Generated from the guide of the web client: docs/testing.md, \"Golden files\". -->\n\n\
         # {}\n\n{}\n",
        text(&guide["title"]),
        text(&guide["lead"])
    );
    for section in list(&guide["sections"]) {
        let _ = writeln!(page, "\n## {}", text(&section["heading"]));
        for block in list(&section["blocks"]) {
            page.push('\n');
            match block["kind"].as_str() {
                None => {
                    let _ = writeln!(page, "{}", text(&block));
                }
                Some("list") => {
                    for item in list(&block["items"]) {
                        let _ = writeln!(page, "- {}", text(&item));
                    }
                }
                Some("table") => {
                    page.push_str("| | |\n|---|---|\n");
                    for row in list(&block["rows"]) {
                        let _ = writeln!(page, "| {} | {} |", text(&row[0]), text(&row[1]));
                    }
                }
                Some("board") => {
                    let (caption, name) = (text(&block["caption"]), text(&block["picture"]));
                    let _ = writeln!(page, "![{caption}]({name}.svg)\n\n*{caption}*");
                }
                Some(other) => panic!("a block of unknown kind: {other}"),
            }
        }
    }
    page.push_str(
        "\nThe exact rules, with a number for each, are in [the rules](../rules.md). To learn by \
         playing,\ntake a [lesson](../playing.md#lessons).\n",
    );
    page
}

/// Every picture that a page shows is of the record of the client, and no other file is in the folder.
#[test]
fn pages_of_the_guides_are_those_of_the_client() {
    let (pictures, mut used, mut problems) = (pictures(), BTreeSet::new(), Vec::new());
    for (name, guide) in guides() {
        let page = page(&guide);
        for shown in page.split(".svg)").filter_map(|part| part.rsplit_once("](")) {
            if page.contains(&format!("]({}.svg)", shown.1)) {
                used.insert(shown.1.to_owned());
            }
        }
        used.insert(format!("{name}.md"));
        problems.extend(golden::difference(folder().join(format!("{name}.md")), &page));
    }
    for (name, picture) in &pictures {
        assert!(used.remove(name), "no guide shows the picture {name}");
        let file = format!("{name}.svg");
        let path = folder().join(&file);
        // The style of drawings may change: a picture is up to date if it shows the same game.
        let drawn = fs::read_to_string(&path).unwrap_or_default();
        if golden::is_blessed() {
            golden::write(&path, &picture.draw());
        } else if !drawn.contains(&picture.source()) {
            problems
                .push(format!("{} shows another game: run the test with BLESS=1", path.display()));
        }
        used.insert(file);
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    for entry in fs::read_dir(folder()).expect("the guides are there") {
        let name = entry.expect("readable").file_name().to_string_lossy().into_owned();
        assert!(used.contains(&name), "docs/guides/{name} belongs to no guide");
    }
}
