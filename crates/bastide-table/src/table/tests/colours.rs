//! Tests of the colours chosen by the creator of a table.

use bastide_host::Record;
use bastide_protocol::{Colour, GoOn};

use super::*;

fn coloured(colours: Vec<Colour>) -> NewTable {
    NewTable { colours, ..plan("", &["Anna", "Boris"]) }
}

fn shown(table: &Table) -> Vec<Colour> {
    let view = table.view(&creator(), &Presence::default(), &[], 0);
    view.seats.iter().map(|seat| seat.colour).collect()
}

#[test]
fn chosen_colours_are_seen_kept_in_the_record_and_taken_to_a_rematch() {
    let mut test = TestTable::new(coloured(vec![Colour::White, Colour::Black]));
    assert_eq!(shown(&test.table), [Colour::White, Colour::Black]);
    let header = |table: &Table| {
        table.record().and_then(|record| record.extra().get(Record::COLOURS).cloned())
    };
    assert_eq!(header(&test.table).as_deref(), Some("white,black"));
    let (again, _) = Table::load(&test.table.id, &test.log).expect("sound");
    assert_eq!(shown(&again), [Colour::White, Colour::Black]);
    while test.table.over.is_none() {
        test.turn();
    }
    let next = TestTable::of(test.table.rematch(&Entropy::fresh()));
    assert_eq!(shown(&next.table), [Colour::White, Colour::Black]);
    // SETUP-4
    assert_eq!((test.table.setup.first, next.table.setup.first), (0, 1), "the start is passed on");
}

#[test]
fn seats_without_a_chosen_colour_take_those_that_are_left() {
    let test = TestTable::new(coloured(vec![Colour::Blue]));
    assert_eq!(shown(&test.table), [Colour::Blue, Colour::Red]);
    let test = TestTable::new(coloured(Vec::new()));
    assert_eq!(shown(&test.table), [Colour::Red, Colour::Blue]);
    let extra = test.table.record().expect("it is on").extra();
    assert!(!extra.contains_key(Record::COLOURS), "the usual ones are not written down");
}

#[test]
fn colours_that_no_table_can_have_are_refused() {
    let told = |colours: &[Colour]| {
        let plan = coloured(colours.to_vec());
        let refused =
            Made::new(plan, Token::random().hash(), &Entropy::fresh()).expect_err("refused");
        assert_eq!(refused.code, ProblemCode::BadSetup);
        refused.message
    };
    let (red, blue, green) = (Colour::Red, Colour::Blue, Colour::Green);
    assert_eq!(told(&[red, red]), "`colours`: two seats cannot both be red");
    assert_eq!(told(&[red, blue, green]), "`colours` has more colours than there are seats");
}

#[test]
fn a_game_continued_from_a_record_keeps_its_colours() {
    let test = TestTable::new(coloured(vec![Colour::White, Colour::Black]));
    let record = test.table.record().expect("it is on").to_string();
    let go_on = |colours| NewTable {
        go_on: Some(GoOn { record: record.clone(), actions: 0 }),
        ..coloured(colours)
    };
    let kept = TestTable::new(go_on(Vec::new()));
    assert_eq!(shown(&kept.table), [Colour::White, Colour::Black]);
    let others = TestTable::new(go_on(vec![Colour::Green]));
    assert_eq!(shown(&others.table), [Colour::Green, Colour::Red]);
}
