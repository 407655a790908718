//! Records with variations, comments and evaluations.

use bastide_host::{AnnotatedRecord, Dice, Record, Recorder};

use bastide::{Game, LandRules, Setup};

const TREE: &str = "\
bastide 1
game land rules=base,fields seats=2 first=0
#! text Before the game.
DV P1,0r0 M0
#! value 31.5 -2.0
#! text Claims the road.
#! text
#! text Two turns later it is closed.
#! (
#! DV P1,0r0 M1
#! name The field
#! DE P0,-1r2 M0
#! (
#! DE P0,-1r2 .
#! )
#! DU P1,1r0 .
#! )
#! (
#! DE P0,-1r2 M0
#! )
DE P0,-1r2 M0
";

#[track_caller]
fn refused(text: &str) -> (usize, String) {
    let error = AnnotatedRecord::read(text).expect_err(text);
    (error.line, error.kind.code().to_owned())
}

/// Returns a record with one turn, followed by `notes`.
fn with(notes: &str) -> String {
    format!("bastide 1\ngame land rules=base,fields seats=2 first=0\nDV P1,0r0 M0\n{notes}\n")
}

#[test]
fn a_tree_is_written_as_it_was_read() {
    let tree = AnnotatedRecord::read(TREE).expect("a tree");
    assert_eq!(tree.to_string(), TREE);
    assert_eq!(AnnotatedRecord::read(tree.to_string()).as_ref(), Ok(&tree));
    let lines = TREE.replace('\n', "\r\n");
    assert_eq!(AnnotatedRecord::read(format!("\u{feff}{lines}")).as_ref(), Ok(&tree));

    let [start, first, field, ..] = tree.nodes() else { panic!("{:?}", tree.nodes()) };
    assert_eq!(start.comment, "Before the game.");
    assert_eq!(first.comment, "Claims the road.\n\nTwo turns later it is closed.");
    assert_eq!(first.values, [31.5, -2.0]);
    assert_eq!((field.name.as_str(), field.parent), ("The field", 0));
    assert_eq!(tree.children(0).count(), 3);
    // The first child of a turn continues its line.
    assert_eq!(
        tree.children(1).map(|node| tree.show(&tree.nodes()[node])).collect::<Vec<_>>(),
        ["DE P0,-1r2 M0"]
    );
}

#[test]
fn readers_without_annotations_read_the_game_itself() {
    let record = Record::read(TREE).expect("a record");
    let game: String = TREE
        .lines()
        .filter(|line| !line.starts_with('#'))
        .fold(String::new(), |text, line| text + line + "\n");
    assert_eq!(record.to_text(), game);
    let plain = AnnotatedRecord::from(record.clone());
    assert_eq!(plain.to_string(), game);
    assert_eq!(AnnotatedRecord::read(record.to_json()).as_ref(), Ok(&plain));
    // Other comments are not annotations.
    assert_eq!(
        AnnotatedRecord::read(with("#! remember this\n# text no")).expect("a tree").nodes().len(),
        2
    );
}

#[test]
fn malformed_and_illegal_annotations_are_refused_with_their_line() {
    let bad = |line: usize| (line, "bad-annotation".to_owned());
    assert_eq!(refused(&with("#! (")), bad(4));
    assert_eq!(refused(&with("#! )")), bad(4));
    assert_eq!(refused(&with("#! (\n#! DV P1,0r0 .\nDE P0,-1r2 M0")), bad(4));
    assert_eq!(refused(&with("#! value 1")), bad(4));
    assert_eq!(refused(&with("#! value nan 1")), bad(4));
    assert_eq!(refused(&with("#! value inf 1")), bad(4));
    assert_eq!(refused("bastide 1\ngame land rules=base seats=2\n#! (\n#! )\n"), bad(3));
    assert_eq!(refused(&with("#! (\n#! (\n")), bad(5));
    assert_eq!(refused(&with("#! (\n#! DV P9,9r0\n#! )")), (5, "not-adjacent".to_owned()));
    assert_eq!(refused(&with("#! (\n#! hello\n#! )")), (5, "bad-token".to_owned()));
    assert_eq!(
        refused(&with("#! (\n#! DV\n#! DE P0,-1r2\n#! )")),
        (5, "truncated-turn".to_owned())
    );
    assert_eq!(refused(&with("#! text \u{7}")), (4, "not-text".to_owned()));
    let deep = "#! (\n#! DV P1,0r0 .\n".repeat(65) + &"#! )\n".repeat(65);
    assert_eq!(refused(&with(&deep)).1, "bad-annotation");
    let wide = "#! (\n#! DV P1,0r0 .\n#! )\n".repeat(5_000);
    assert_eq!(refused(&with(&wide)).1, "bad-annotation");
}

#[test]
fn invisible_characters_are_removed() {
    let tree = AnnotatedRecord::read(with("#! name \u{202e}x\u{200b}y ")).expect("a tree");
    assert_eq!(tree.nodes()[1].name, "xy");
}

#[test]
fn an_unfinished_turn_ends_a_line() {
    let tree = AnnotatedRecord::read(with("#! (\n#! DV\n#! )")).expect("a tree");
    assert_eq!(tree.nodes()[2].actions.len(), 1);
    assert_eq!(AnnotatedRecord::read(tree.to_string()).as_ref(), Ok(&tree));
}

#[test]
fn random_trees_survive_a_round_trip() {
    for seed in 0..20 {
        let mut recorder = Recorder::new(Setup::new(LandRules::default(), 2)).expect("possible");
        let (mut dice, mut legal) = (Dice::new(seed, 5), Vec::new());
        let (mut text, mut turn) = (String::new(), Vec::new());
        while let Some(action) = dice.act(recorder.game(), &mut legal) {
            turn.push(recorder.game().notation().show(action).to_string());
            if recorder.play(action).expect("legal") {
                let line = std::mem::take(&mut turn).join(" ");
                text += &format!("{line}\n#! text {line}\n");
                // The same turn again is an alternative too, and may have one itself.
                text += &format!("#! (\n#! {line}\n#! (\n#! {line}\n#! )\n#! )\n")
                    .repeat(seed as usize % 3);
            }
            if recorder.record().full_turns() == 30 {
                break;
            }
        }
        let head = recorder.record().to_text();
        let head: Vec<&str> = head.lines().take(2).collect();
        let tree = AnnotatedRecord::read(format!("{}\n{text}", head.join("\n"))).expect("a tree");
        assert_eq!(tree.nodes().len(), 31 + 60 * (seed as usize % 3));
        assert_eq!(AnnotatedRecord::read(tree.to_string()).as_ref(), Ok(&tree));
    }
}
