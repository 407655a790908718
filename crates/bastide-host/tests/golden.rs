//! Golden playthroughs: the full output of a seeded random game for each combination of options. A
//! difference is a change of the rules or of the dealer and must be intentional.

use std::fmt::Write as _;
use std::path::Path;

use bastide::{
    Actor, AnyGame, Event, Game, Good, LandRules, Rules, Seat, Setup, SpecialEvent,
    StrongholdRules, Tally,
};
use bastide_host::{Dealer, Dice, Record, Recorder, Seed};
use bastide_testing::golden;

#[test]
fn seeded_games_match_their_golden_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut changed = Vec::new();
    let land = LandRules::all_mixes().enumerate().filter(is_kept);
    let land = land.map(|(number, rules)| (number as u64, Rules::Land(rules)));
    let wheel = WHEEL.map(|(number, rules)| (number, Rules::Land(rules.parse().expect("rules"))));
    // A game in which tokens play an unusually large role for random play.
    let stronghold = (18_695, Rules::Stronghold(StrongholdRules));
    let more = MORE.map(|(number, rules)| (number, Rules::Land(rules.parse().expect("rules"))));
    for (number, rules) in land.chain(wheel).chain(more).chain([stronghold]) {
        let text = playthrough(&rules, number);
        let name = rules.to_string().replace([',', '='], "-");
        changed.extend(golden::difference(folder.join(format!("{name}.txt")), &text));
    }
    assert!(changed.is_empty(), "{}", changed.join("\n"));
}

/// Games with the wheel, with their own numbers. It can no longer be set up without fields
/// (SETUP-6), but records of such games exist and must stay valid.
const WHEEL: [(u64, &str); 4] = [
    (72, "wheel"),
    (73, "wheel,fields"),
    (75, "wheel,fields,abbot"),
    (95, "wheel,fields,abbot,bridges,castles,barns"),
];

/// Games with inns and with traders, for two to six players.
const MORE: [(u64, &str); 5] = [
    (101, "base,fields,inns"),
    (102, "base,traders"),
    (104, "base,fields,river,abbot,inns,traders"),
    (105, "base,fields,bridges,castles,barns,inns,traders"),
    (106, "wheel,fields,inns,traders"),
];

/// All combinations of the options of the base game, and a sample of the others.
fn is_kept((number, rules): &(usize, LandRules)) -> bool {
    let more = [
        "base,bridges",
        "base,fields,castles",
        "base,fields,barns",
        "base,fields,river,bridges,castles,barns",
        "base,fields,river=2021,abbot,bridges,castles,barns",
    ];
    *number < 12 || more.contains(&rules.to_string().as_str())
}

/// Plays a whole game and returns its record with all events between the lines.
fn playthrough(rules: &Rules, number: u64) -> String {
    let seats = match rules {
        Rules::Land(rules) => {
            let numbers = rules.seats();
            numbers.start() + (number % numbers.clone().count() as u64) as u8
        }
        Rules::Stronghold(_) => 2,
    };
    let mut setup = Setup::new(rules.clone(), seats);
    let mut dealer = Dealer::seeded(Seed::from_number(number), "golden");
    setup.first = dealer.first(setup.seats);
    let mut recorder = Recorder::new(setup).expect("the mix is possible");
    let (mut dice, mut actions, mut events) = (Dice::new(number, 5), Vec::new(), Vec::new());
    let mut lines = Vec::new();
    loop {
        let game = recorder.game();
        let action = match game.to_act() {
            Actor::Nobody => break,
            Actor::Chance => dealer.deal(game).expect("a seeded dealer never runs out"),
            Actor::Seat(_) => dice.act(game, &mut actions).expect("the game is not over"),
        };
        let mut line = game.notation().show(action).to_string();
        events.clear();
        recorder.play_with(action, &mut events).expect("it is legal");
        for event in &events {
            line += &told(recorder.game(), event);
        }
        lines.push(line);
    }
    let game = recorder.game();
    let fingerprint = game.fingerprint();
    let record: Record = recorder.into_record();
    format!("{}\n{}\nfingerprint {fingerprint:016x}\n", record.to_text(), lines.join("\n"))
}

fn told(game: &AnyGame, event: &Event) -> String {
    let mut text = String::new();
    match event {
        Event::TileDiscarded { .. } => text += " discarded",
        Event::FigureReturned { seat, figure, spot } => {
            write!(text, "\n    {seat} {} home from {spot}", figure.name()).expect("a string");
        }
        Event::TokenTaken { seat, corner } => {
            write!(text, "\n    {seat} takes the token of corner {corner}").expect("a string");
        }
        Event::TokenUsed { seat, token, on } => {
            let on = on.map_or(String::new(), |site| format!(" on {site}"));
            write!(text, "\n    {seat} uses token {}{on}", token.kind()).expect("a string");
        }
        Event::KeepMoved { seat, site, size } => {
            write!(text, "\n    {seat} keep to {site}, {size} tiles").expect("a string");
        }
        Event::Scored(s) => {
            let winners: Vec<_> = s.winners.iter().map(|seat| seat.to_string()).collect();
            let there = |seat| match (s.figures[seat], s.strength[seat]) {
                (figures, strength) if figures == strength => figures.to_string(),
                (figures, strength) => format!("{figures} counting as {strength}"),
            };
            let figures: Vec<_> = Seat::all(game.seats()).map(there).collect();
            write!(
                text,
                "\n    {} {} at {}: {} to {} ({})",
                s.terrain,
                s.reason.name(),
                s.site,
                sum(&s.tally),
                winners.join(" "),
                figures.join(":"),
            )
            .expect("a string");
        }
        Event::FigureMoved { seat, figure, from, to } => {
            write!(text, "\n    {seat} {} from {from} to {to}", figure.name()).expect("a string");
        }
        Event::Special(SpecialEvent::PigMoved { sector }) => {
            write!(text, "\n    pig to {}", sector.name()).expect("a string");
        }
        Event::Special(SpecialEvent::GoodsTaken { seat, goods, .. }) => {
            let goods = Good::ALL.map(|good| format!("{} {}", goods.count(good), good.name()));
            write!(text, "\n    {seat} takes {}", goods.join(", ")).expect("a string");
        }
        Event::Special(SpecialEvent::SecondTurn { seat }) => {
            write!(text, "\n    second turn of {seat}").expect("a string");
        }
        Event::Awarded(award) => {
            let (reason, total) = (award.reason.name(), award.tally.total());
            write!(text, "\n    {reason}: {total} to {}", award.seat).expect("a string");
        }
        Event::GameEnded { winners } => {
            let names: Vec<_> = winners.iter().map(|seat: Seat| seat.to_string()).collect();
            write!(text, "\n    won by {}", names.join(" ")).expect("a string");
        }
        _ => {}
    }
    text
}

fn sum(tally: &Tally) -> String {
    let terms: Vec<_> =
        tally.terms().map(|t| format!("{} {} x {}", t.count, t.item.name(), t.each)).collect();
    format!("{} = {}", terms.join(" + "), tally.total())
}
