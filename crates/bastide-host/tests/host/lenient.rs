//! Tests that records of other programs are accepted where they are unambiguous, and written in
//! canonical form.

use bastide::{
    Action, AnyGame, BARN, BuildSite, CASTLE, Cell, Expansion, FigureSpot, Game, Illegality,
    LandRules, Rotation, Rules, SegmentIndex, SegmentRef, Target, TileId,
};
use bastide_host::{Dice, Record, RecordErrorKind as Kind};

use crate::play::{all_setups, rich_record};

/// A tile with a different rotation in the other program.
struct Turned {
    cell: Cell,
    tile: TileId,
    ours: Rotation,
    theirs: Rotation,
}

/// Writes a record as another program might: symmetrical tiles in any of their rotations, with the
/// slots of that rotation, and a `.` at the end of each turn.
struct Writer<'a> {
    dice: &'a mut Dice,
    turned: Vec<Turned>,
}

impl Writer<'_> {
    fn slot(&self, game: &AnyGame, cell: Cell, slot: SegmentIndex) -> SegmentIndex {
        let Some(turned) = self.turned.iter().find(|turned| turned.cell == cell) else {
            return slot;
        };
        let kind = game.board().tiles().kind(turned.tile);
        let wanted = kind.segments.get(usize::from(slot.0)).map(|s| s.ports.turned(turned.ours));
        let is_same = |s: &bastide::Segment| Some(s.ports.turned(turned.theirs)) == wanted;
        match wanted {
            Some(ports) if !ports.is_empty() => {
                kind.slots().find(|(_, s)| is_same(s)).expect("it looks the same").0
            }
            _ => slot,
        }
    }

    fn site(&self, game: &AnyGame, site: SegmentRef) -> SegmentRef {
        SegmentRef { slot: self.slot(game, site.cell, site.slot), ..site }
    }

    fn last(&self, game: &AnyGame, slot: SegmentIndex) -> SegmentIndex {
        let cell = game.board().laid().last().expect("a tile was laid").cell;
        self.slot(game, cell, slot)
    }

    fn action(&mut self, game: &AnyGame, action: Action) -> Action {
        match action {
            Action::Place { cell, rotation, bridge } => {
                let tile = game.drawn().expect("a tile to lay");
                let kind = game.board().tiles().kind(tile);
                let same: Vec<_> =
                    Rotation::ALL.into_iter().filter(|&r| kind.canonical(r) == rotation).collect();
                let theirs = same[self.dice.below(same.len())];
                self.turned.push(Turned { cell, tile, ours: rotation, theirs });
                Action::Place { cell, rotation: theirs, bridge }
            }
            Action::Build { piece: CASTLE, site: BuildSite::Segment(slot) } => {
                Action::Build { piece: CASTLE, site: BuildSite::Segment(self.last(game, slot)) }
            }
            Action::Build { piece: BARN, site: BuildSite::Corner { corner, figure: farmer } } => {
                Action::Build {
                    piece: BARN,
                    site: BuildSite::Corner { corner, figure: self.site(game, farmer) },
                }
            }
            Action::Deploy { figure, target: Target::Segment(slot) } => {
                Action::Deploy { figure, target: Target::Segment(self.last(game, slot)) }
            }
            Action::Recall(FigureSpot::Segment(site)) => {
                Action::Recall(FigureSpot::Segment(self.site(game, site)))
            }
            Action::Settle(site) => Action::Settle(self.site(game, site)),
            Action::UseToken { token, on } => {
                Action::UseToken { token, on: on.map(|site| self.site(game, site)) }
            }
            other => other,
        }
    }
}

fn as_others_write(record: &Record, dice: &mut Dice) -> String {
    let text = record.to_text();
    let mut lines: Vec<String> = text.lines().take(2).map(str::to_owned).collect();
    let mut writer = Writer { dice, turned: Vec::new() };
    let mut game = record.start();
    for turn in record.turns() {
        let mut words = Vec::new();
        for &action in turn {
            let theirs = writer.action(&game, action);
            words.push(game.notation().show(theirs).to_string());
            game.play_unchecked(action);
        }
        if words.last().is_some_and(|word| word != ".") {
            words.push(".".into());
        }
        lines.push(words.join(" "));
    }
    lines.extend(text.lines().skip(2 + record.turns().count()).map(str::to_owned));
    lines.join("\n")
}

#[test]
fn equivalent_spellings_of_a_record_read_the_same() {
    let mut dice = Dice::new(18, 0);
    let mut differing = 0;
    for (number, setup) in (0..).zip(all_setups()) {
        let record = rich_record(&setup, number);
        let theirs = as_others_write(&record, &mut dice);
        differing += usize::from(theirs != record.to_text());
        let read = Record::read(&theirs).unwrap_or_else(|error| panic!("{error}\n{theirs}"));
        assert_eq!(read.to_text(), record.to_text(), "as others write it:\n{theirs}");
    }
    assert!(differing > 300, "only {differing} records were spelled differently");
}

#[test]
fn without_the_abbot_one_name_stands_for_both_copies_of_a_tile() {
    let mut records = 0;
    for (number, setup) in (0..).zip(all_setups()) {
        let Rules::Land(rules) = &setup.rules else { continue };
        if rules.has(Expansion::Abbot) || rules.has(Expansion::Wheel) {
            continue;
        }
        let record = rich_record(&setup, number);
        let plain = |word: &str| match word.strip_suffix('g') {
            Some(name) if word.starts_with('D') => name.to_owned(),
            _ => word.to_owned(),
        };
        let text = record.to_text();
        let theirs: Vec<String> = text
            .lines()
            .map(|line| line.split(' ').map(plain).collect::<Vec<_>>().join(" "))
            .collect();
        let read = Record::read(theirs.join("\n")).expect("one name for both copies");
        assert_eq!(read.result(), record.result());
        records += 1;
    }
    assert!(records > 50);
    let deck = "bastide 1\ngame land rules=base,fields seats=2 deck=E,E,E,E,E\n";
    let read = Record::read(deck).expect("four plain ones and one with a garden");
    assert!(read.to_text().contains("deck=E,E,E,E,Eg"), "{}", read.to_text());
    assert!(Record::read(deck.replace("E,E,E,E,E", "E,E,E,E,E,E")).is_err());
    assert!(Record::read(deck.replace("fields", "fields,abbot")).is_err());
}

#[track_caller]
fn refusal(text: &str) -> Kind {
    Record::read(text).expect_err("it must be refused").kind
}

#[test]
fn a_figure_that_cannot_be_placed_is_refused_with_the_reason() {
    // Without fields, the second bend has only the road of the first.
    let road = "bastide 1\ngame land rules=base seats=2 deck=V,V,U\nDV P1,0r0 M0\nDV P1,1r1 M0\n";
    assert_eq!(
        refusal(road),
        Kind::Illegal { token: "M0".into(), why: Illegality::Occupied },
        "MEEPLE-4"
    );
    assert_eq!(
        refusal(&road.replace("DV P1,1r1 M0", "DV P1,1r1 M7")),
        Kind::Illegal { token: "M7".into(), why: Illegality::NoSuchSlot }
    );
    // A player places all seven figures, and one more (MEEPLE-2).
    let mut seen = 0;
    for (number, setup) in (0..).zip(all_setups()) {
        let is_plain = setup.rules == Rules::Land(LandRules::default());
        if !is_plain {
            continue;
        }
        let record = rich_record(&setup, number);
        let text = record.to_text();
        let lines: Vec<&str> = text.lines().collect();
        let mut game = record.start();
        for (n, turn) in record.turns().enumerate() {
            let seat = game.turn();
            let has_none = game.hands()[seat][bastide::FigureKind::MEEPLE] == 0;
            for &action in turn {
                game.play_unchecked(action);
            }
            if has_none && n + 1 < record.turns().count() {
                let mut lines = lines[..n + 3].to_vec();
                let line = format!("{} M0", lines[n + 2]);
                lines[n + 2] = &line;
                let why = Illegality::NoneLeft;
                assert_eq!(refusal(&lines.join("\n")), Kind::Illegal { token: "M0".into(), why });
                seen += 1;
            }
        }
    }
    assert!(seen > 0, "no game ran out of meeples");
}

#[test]
fn tokens_after_a_complete_turn_are_refused() {
    let text = "bastide 1\ngame land rules=base,fields seats=2 deck=V,E,U\n";
    for (turn, kind) in [
        ("DV P1,0r0 M0 M1", Kind::TurnOver { token: "M1".into() }),
        ("DV P1,0r0 . M1", Kind::TurnOver { token: "M1".into() }),
        ("DV P1,0r0 M0 DE", Kind::TurnOver { token: "DE".into() }),
        ("DV .", Kind::Illegal { token: ".".into(), why: Illegality::WrongPhase }),
        (".", Kind::Illegal { token: ".".into(), why: Illegality::ChanceActs }),
    ] {
        assert_eq!(refusal(&format!("{text}{turn}")), kind, "{turn}");
    }
    assert!(Record::read(format!("{text}DV P1,0r0 M0 . .")).is_ok());
}

#[test]
fn a_tile_of_another_expansion_is_refused_by_its_name() {
    for (rules, token, expansion) in [
        ("game land rules=base,fields seats=2", "DRD", "river"),
        ("game land rules=base,river seats=2", "DRL21", "river=2021"),
        ("game land rules=base seats=2", "DW01", "wheel"),
        ("game stronghold seats=2", "DV", "base"),
    ] {
        let text = format!("bastide 1\n{rules}\n{token} P1,0r0\n");
        let expected = Kind::ForeignTile { token: token.into(), expansion: expansion.into() };
        assert_eq!(refusal(&text), expected, "{rules}");
    }
    assert_eq!(refusal("bastide 1\ngame stronghold seats=2\nDxyz"), Kind::BadToken("Dxyz".into()));
}

#[test]
fn the_legal_part_of_an_illegal_record_can_be_read() {
    let text =
        "bastide 1\ngame land rules=base,fields seats=2 deck=V,E,U\nDV P1,0r0 M0\nDE P9,9r0\n";
    let (record, error) = Record::read_legal_part(text, None).expect("the header is fine");
    let error = error.expect("the second turn is not legal");
    assert_eq!((error.line, error.kind.code()), (4, "not-adjacent"));
    assert_eq!((record.full_turns(), record.actions().len()), (1, 4));
    assert!(Record::read_legal_part("bastide 1\n", None).is_err());
}
