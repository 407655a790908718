//! Checks that every document is well-formed, for all player names.

use std::collections::BTreeSet;
use std::io::Write as _;

use bastide::{Game, Rotation, sets};
use bastide_art::{
    Atlas, Card, Layer, Look, Theme, legal_cells, map, pieces_sprite, postcard, sheet, sprite,
};
use flate2::Compression;
use flate2::write::GzEncoder;
use roxmltree::Document;

use crate::{MIXES, played};

/// Parses a document and checks that every id used is defined exactly once.
#[track_caller]
pub(crate) fn check(svg: &str) {
    let document = Document::parse(svg).expect("well-formed XML");
    let mut names = BTreeSet::new();
    for node in document.descendants() {
        if let Some(name) = node.attribute("id") {
            assert!(names.insert(name), "'{name}' is there twice");
        }
    }
    for node in document.descendants() {
        if let Some(href) = node.attribute("href") {
            let name = href.strip_prefix('#').expect("nothing comes from elsewhere");
            assert!(names.contains(name), "'{name}' is not there");
        }
        for attribute in node.attributes() {
            assert!(!attribute.name().starts_with("on"), "{attribute:?}");
            assert!(!attribute.value().contains("NaN") && !attribute.value().contains("inf"));
        }
        assert_ne!(node.tag_name().name(), "script");
    }
}

#[test]
fn sheets_and_sprites_of_all_sets_in_all_themes() {
    for set in sets::all() {
        for theme in Theme::ALL {
            check(&sheet(set, theme));
            check(&sprite(set, theme));
        }
    }
    for theme in Theme::ALL {
        check(&pieces_sprite(theme));
    }
}

/// Returns the compressed size of a text.
fn packed(text: &str) -> usize {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(text.as_bytes()).expect("memory can be written to");
    packed.finish().expect("memory can be written to").len()
}

#[test]
fn the_sprite_of_the_base_set_is_small_and_complete() {
    let svg = sprite(sets::base(), Theme::Light);
    let packed = packed(&svg) + packed(&pieces_sprite(Theme::Light));
    assert!(packed <= 60_000, "{packed} bytes with the pieces");
    for (_, kind) in sets::base().iter() {
        for rotation in Rotation::ALL.into_iter().filter(|&r| kind.is_distinct(r)) {
            let name = format!("<symbol id='{}-{}'", kind.name, rotation.quarter_turns());
            assert!(svg.contains(&name), "{name}");
        }
    }
}

#[test]
fn postcards_of_all_games_with_hostile_names() {
    let hostile = [
        "</title><script>alert(1)</script>",
        "' onload='alert(1)",
        "\u{0}\u{7}&amp;\u{202e}<!--",
        "Ярослав Мудрий",
        "漢字 and a name that does not end, however long one looks at it, for it goes on and on",
    ];
    for (rules, seats) in MIXES {
        let game = played(rules, seats, 5);
        let atlas = Atlas::new(game.board().tiles());
        for theme in Theme::ALL {
            let look = Look {
                theme,
                seats: "white,black".parse().expect("colours"),
                fields: Layer::Shown,
                owners: Layer::Shown,
                legal: legal_cells(&game),
                dead: game.board().frontier().iter().map(|opening| opening.cell).collect(),
                last: game.board().laid().last().map(|laid| laid.cell),
            };
            let card = Card {
                title: hostile[0].to_owned(),
                subtitle: hostile[1].to_owned(),
                names: hostile.map(str::to_owned).to_vec(),
            };
            let svg = postcard(&game, &atlas, &look, &card);
            check(&svg);
            let title = Document::parse(&svg).expect("checked").descendants().find_map(|node| {
                (node.tag_name().name() == "title").then(|| node.text().unwrap_or("").to_owned())
            });
            assert!(title.is_some_and(|title| title.contains("<script>")), "names are text");
            check(&map(&game, &atlas, &look));
        }
    }
}
