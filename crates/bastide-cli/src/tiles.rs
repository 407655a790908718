//! `bastide tiles`: draws and lists the tile sets.

use anyhow::Result;
use bastide::{
    Cell, Certainty, CornerTower, MarkKind, OwnSets, Rotation, Segment, TileId, TileKind, TileSet,
    TileUse, Wall,
};
use clap::Args;
use serde_json::{Value, json};

use crate::board::{self, Lie};
use crate::console::{Console, Fault};
use crate::expansions;
use crate::input::{self, TileArgs};
use crate::render::{self, PictureArgs};
use crate::words;

/// Draw and list the tile sets
///
/// For every kind of tile: a picture, its name, the number of tiles, and its
/// slots. A slot is the number in a record's M2 or A0; the picture shows the
/// position of each. It is followed by the ports through which it leaves the tile
/// (three per side, clockwise: N1 N2 N3 E1 ... W3), its mark, and the cities that
/// a field borders.
///
/// With --sheet all tiles of one set are drawn into a file instead, labelled:
/// .svg or .png.
///
/// The certainty of a printed tile follows its name in brackets, unless it is
/// certain.
///
/// JSON: an array of sets {name, fingerprint, total, kinds}, wheel and stronghold
/// also with a patch {cells: [{cell, tile, rotation}], links}, stronghold also
/// with its wall {name, certainty, cells, track, corners: [{at, spaces, token}]}.
/// A kind is {name, count, start, use, printing, icon, village, certainty, slots,
/// touch}; a slot is {terrain, ports, corner, marks, borders}. This is the complete
/// content of a tile file. The fingerprint is the one in records (tiles=) if the
/// file of the set is given with --tiles. With --sheet: {file, bytes}.
#[derive(Args)]
pub(crate) struct Tiles {
    #[arg(help = set_help())]
    set: Option<String>,
    /// Draw the set into this file: .svg or .png
    #[arg(long, value_name = "FILE", requires = "set")]
    sheet: Option<String>,
    #[command(flatten)]
    look: PictureArgs,
    #[command(flatten)]
    tiles: TileArgs,
}

/// Returns the help of the argument.
fn set_help() -> String {
    let names = bastide::sets::all().map(|set| set.name.as_str());
    let [names @ .., last] = names;
    format!("Show only this set: {} or {last}", names.join(", "))
}

/// Runs the command.
pub(crate) fn run(args: &Tiles, console: &mut Console) -> Result<()> {
    let own = args.tiles.read()?;
    let (all, wall) = input::sets(own.as_ref());
    let chosen: Vec<&TileSet> = match &args.set {
        None => all.clone(),
        Some(name) => all.iter().copied().filter(|set| set.name == *name).collect(),
    };
    if chosen.is_empty() {
        let names: Vec<&str> = all.iter().map(|set| set.name.as_str()).collect();
        let asked = args.set.as_deref().unwrap_or_default();
        return Err(Fault::input(format!("there is no tile set '{asked}'"))
            .hint(format!("the sets are {}", words::join(&names)))
            .into());
    }
    if let (Some(file), [set]) = (&args.sheet, &*chosen) {
        return render::sheet(set, file, &args.look, console);
    }
    if console.json {
        return console.value(&chosen.iter().map(|set| set_json(set, wall)).collect());
    }
    for set in chosen {
        let title = format!(
            "{}: {}, {}",
            set.name,
            words::count(set.total(), "tile"),
            words::count(set.kinds.len() as u32, "kind")
        );
        console.line(console.style.strong(&title))?;
        console.lines(doubts(set))?;
        if is_stronghold(set) {
            console.lines(board::wall_lines(own.as_ref(), console.style).unwrap_or_default())?;
            console.line(describe_wall(wall))?;
        }
        if let Some(block) = board::block_lines(set, console.style) {
            console.lines(block)?;
        }
        for kind in &set.kinds {
            print_kind(kind, console)?;
        }
    }
    Ok(())
}

fn print_kind(kind: &TileKind, console: &mut Console) -> Result<()> {
    let style = console.style;
    let numbers: Vec<_> = kind.slots().map(|(slot, _)| (slot, slot.0.to_string())).collect();
    let picture = board::tile_lines(Lie::plain(kind), &numbers, style);
    let mut text = vec![format!("{}  × {}{}", style.strong(&kind.name), kind.count, remarks(kind))];
    text.extend(kind.slots().map(|(slot, segment)| format!("{}  {}", slot.0, describe(segment))));
    let blank = " ".repeat(board::Size::LARGE.width + 2);
    for row in 0..picture.len().max(text.len()) {
        let left = picture.get(row).map_or(blank.as_str(), String::as_str);
        let right = text.get(row).map_or("", String::as_str);
        console.line(format!("{left}  {right}").trim_end())?;
    }
    Ok(())
}

/// Note about the set of the Stronghold family.
const RECONSTRUCTED: &[&str] = &[
    "  The number of tiles, cells, tokens and corner towers and all rules are sourced.",
    "  The wall's outline, the start areas' places and each tile are a reconstruction.",
];

/// Returns true if a set belongs to the Stronghold family.
fn is_stronghold(set: &TileSet) -> bool {
    set.name == bastide::sets::stronghold().name
}

/// Describes the wall and how certain its data is.
fn describe_wall(wall: &Wall) -> String {
    let tokens = wall.corners().iter().filter(|corner| corner.has_token).count();
    let certainty = match wall.certainty() {
        Certainty::Certain => String::new(),
        other => format!("  ({})", other.name()),
    };
    format!(
        "the wall: {}, a track of {} spaces, {} with {}{certainty}",
        words::count(wall.cells().count() as u32, "cell"),
        wall.track(),
        words::count(wall.corners().len() as u32, "corner tower"),
        words::count(tokens as u32, "token"),
    )
}

/// Describes how certain the tiles of a set are, unless all of them are certain.
fn doubts(set: &TileSet) -> Vec<String> {
    let number = |certainty| {
        let kinds = set.kinds.iter().filter(|kind| kind.certainty == certainty);
        kinds.map(|kind| u32::from(kind.count)).sum::<u32>()
    };
    if number(Certainty::Certain) == set.total() {
        return Vec::new();
    }
    let lines = Certainty::ALL.into_iter().filter(|&certainty| number(certainty) > 0);
    let line = |certainty| {
        let meaning = match certainty {
            Certainty::Certain => "several sources or a picture agree",
            Certainty::RuleHint => "a rulebook says that it exists; its drawing is inferred",
            Certainty::Inherited => "exact for an earlier printing, assumed to be unchanged",
            Certainty::Reconstructed => "invented to match a known count",
        };
        let number = words::count(number(certainty), "tile");
        format!("  {number} {}: {meaning}", certainty.name())
    };
    // No source has published the drawings; a reconstruction must not be presented as fact.
    let reconstructed = if is_stronghold(set) { RECONSTRUCTED } else { &[] };
    let reconstructed = reconstructed.iter().map(|line| (*line).to_owned());
    let replace = "  --tiles FILE replaces them, if you have better data".to_owned();
    reconstructed.chain(lines.map(line)).chain([replace]).collect()
}

fn remarks(kind: &TileKind) -> String {
    let mut parts = Vec::new();
    if kind.is_start {
        parts.push("one of them the start tile".to_owned());
    }
    parts.extend(usage(kind.usage).map(str::to_owned));
    parts.extend(kind.printing.map(|year| format!("printing of {year}")));
    parts.extend(expansions::icon(kind));
    if kind.certainty != Certainty::Certain {
        parts.push(kind.certainty.name().to_owned());
    }
    if parts.is_empty() { String::new() } else { format!("  ({})", parts.join(", ")) }
}

const fn usage(usage: TileUse) -> Option<&'static str> {
    match usage {
        TileUse::Stack => None,
        TileUse::Spring => Some("spring"),
        TileUse::Stream => Some("stream"),
        TileUse::Lake => Some("lake"),
        TileUse::Patch => Some("patch"),
    }
}

fn describe(segment: &Segment) -> String {
    let mut text = format!("{:<9} {}", segment.terrain, segment.ports);
    for mark in segment.marks.iter() {
        text += &format!(" with {}", mark.name());
    }
    if !segment.borders.is_empty() {
        let cities: Vec<String> = segment.borders.iter().map(|s| s.0.to_string()).collect();
        text += &format!("  borders {}", cities.join(" and "));
    }
    text.trim_end().to_owned()
}

fn set_json(set: &TileSet, wall: &Wall) -> Value {
    let kinds: Vec<Value> = set.kinds.iter().map(kind_json).collect();
    let own = OwnSets::parse([set.to_string().as_str()]);
    let mut value = json!({
        "name": set.name,
        "fingerprint": own.map(|own| format!("{:016x}", own.fingerprint())).ok(),
        "total": set.total(),
        "kinds": kinds,
    });
    if let Some(patch) = &set.patch {
        let cell = |(cell, tile, rotation): &(Cell, TileId, Rotation)| {
            let (cell, tile) = (cell.to_string(), &set.kind(*tile).name);
            json!({ "cell": cell, "tile": tile, "rotation": rotation.quarter_turns() })
        };
        let cells: Vec<Value> = patch.cells.iter().map(cell).collect();
        let links: Vec<_> =
            patch.links.iter().map(|(a, b)| [a.to_string(), b.to_string()]).collect();
        value["patch"] = json!({ "cells": cells, "links": links });
    }
    if is_stronghold(set) {
        let cells: Vec<String> = wall.cells().map(|cell| cell.to_string()).collect();
        let corner = |corner: &CornerTower| {
            let at = corner.vertex.to_string();
            json!({ "at": at, "spaces": corner.spaces, "token": corner.has_token })
        };
        let corners: Vec<Value> = wall.corners().iter().map(corner).collect();
        value["wall"] = json!({
            "name": wall.name(),
            "certainty": wall.certainty().name(),
            "cells": cells,
            "track": wall.track(),
            "corners": corners,
        });
    }
    value
}

fn kind_json(kind: &TileKind) -> Value {
    let slots: Vec<Value> = kind
        .segments
        .iter()
        .map(|segment| {
            json!({
                "terrain": segment.terrain.name(),
                "ports": segment.ports.iter().map(|port| port.to_string()).collect::<Vec<_>>(),
                "corner": segment.corner.map(bastide::Corner::letters),
                "marks": segment.marks.iter().map(MarkKind::name).collect::<Vec<_>>(),
                "borders": segment.borders.iter().map(|slot| slot.0).collect::<Vec<_>>(),
            })
        })
        .collect();
    let touch: Vec<[u8; 2]> = kind.touches.iter().map(|(a, b)| [a.0, b.0]).collect();
    json!({
        "name": kind.name,
        "count": kind.count,
        "start": kind.is_start,
        "use": usage(kind.usage).unwrap_or("stack"),
        "printing": kind.printing,
        "icon": kind.icon,
        "village": kind.has_village,
        "certainty": kind.certainty.name(),
        "slots": slots,
        "touch": touch,
    })
}
