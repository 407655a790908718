//! Texts and drawings of the expansions of the Land family.
//!
//! Every expansion has a file of its own in this folder; here they are joined.

mod abbot;
mod barns;
mod bridges;
mod castles;
mod fields;
mod inns;
mod river;
mod traders;
mod wheel;

use bastide::{
    Action, AnyGame, AwardReason, BARN, BRIDGE, CASTLE, CATHEDRAL, CLOTH, CROWN, Expansion,
    ExpansionSet, FigureKind, GRAIN, Good, HOG, INN, Item, LARGE, LandRules, MarkKind, PieceKind,
    Reason, Sector, SetupError, SetupProblem, SpecialEvent, Target, WINE,
};

use crate::canvas::Rgb;
use crate::words::Names;

pub(crate) use abbot::RECALLED;
pub(crate) use traders::holding;
pub(crate) use wheel::{RESPONSE, draw_block, draw_empty_block, icon};

/// Texts of an expansion.
pub(crate) struct Texts {
    /// Name in a sentence: "base game with the River".
    pub(crate) title: &'static str,
    /// Line in the help of `--rules`.
    pub(crate) help: &'static str,
}

/// Returns the texts of an expansion.
pub(crate) const fn texts(expansion: Expansion) -> &'static Texts {
    match expansion {
        Expansion::Fields => &fields::TEXTS,
        Expansion::River => &river::TEXTS,
        Expansion::Abbot => &abbot::TEXTS,
        Expansion::Bridges => &bridges::TEXTS,
        Expansion::Castles => &castles::TEXTS,
        Expansion::Barns => &barns::TEXTS,
        Expansion::Wheel => &wheel::TEXTS,
        Expansion::Inns => &inns::TEXTS,
        Expansion::Traders => &traders::TEXTS,
    }
}

/// Returns the long help of `--rules`.
pub(crate) fn rules_help() -> String {
    let mut help = "\
The tiles and expansions of the land game, separated by commas [default: base,fields]

  base     the 72 tiles of the base game; may be omitted
"
    .to_owned();
    for expansion in Expansion::ALL {
        help.push_str(&format!("  {:<9}{}\n", expansion.name(), texts(expansion).help));
    }
    help.push_str("\nNot all of them can be combined:\n");
    for conflict in conflicts() {
        help.push_str(&format!("\n  {conflict}"));
    }
    help
}

/// Returns the reasons why one or two expansions cannot be played, without repetition.
fn conflicts() -> Vec<SetupProblem> {
    let mut found: Vec<SetupProblem> = Vec::new();
    let mut add = |result: Result<(), SetupError>| {
        let problems = result.err().map_or_else(Vec::new, |SetupError(problems)| problems);
        for problem in problems {
            if !found.contains(&problem) {
                found.push(problem);
            }
        }
    };
    for one in Expansion::ALL {
        add(format!("base,{}", one.name()).parse::<LandRules>().map(|_| ()));
        for other in Expansion::ALL {
            let expansions = ExpansionSet::of(&[one, other]);
            add(LandRules { expansions, ..LandRules::default() }.check_new());
        }
    }
    found
}

/// A preset game, named as on the web.
#[derive(Clone, Copy)]
pub(crate) struct Preset {
    pub(crate) name: &'static str,
    /// Rules for `--rules`; `None` for the Stronghold family.
    pub(crate) rules: Option<&'static str>,
}

/// The preset games.
pub(crate) const PRESETS: [Preset; 8] = [
    Preset { name: "base", rules: Some("base") },
    river::PRESET,
    Preset { name: "fortress", rules: Some("base,fields") },
    Preset { name: "medieval", rules: Some("base,fields") },
    // All buildings together.
    Preset { name: "bridges", rules: Some("base,fields,bridges,castles,barns") },
    traders::PRESET,
    wheel::PRESET,
    Preset { name: "stronghold", rules: None },
];

/// Texts and look of a kind of piece.
pub(crate) struct PieceTexts {
    /// Name in the legend of the board.
    pub(crate) name: &'static str,
    /// Sign in the legend.
    pub(crate) sign: &'static str,
    /// Sign in the legend, in ASCII.
    pub(crate) ascii: &'static str,
    /// Ink and paper of a building on the board.
    pub(crate) colours: (Rgb, Rgb),
    /// True if it is drawn wide on a large board.
    pub(crate) is_wide: bool,
    /// Where a figure on piece `number` stands: "in the barn".
    pub(crate) place: fn(number: u8) -> String,
    /// Where a figure returns from: "returns from the barn".
    pub(crate) origin: fn(number: u8) -> String,
    /// Where a figure is taken back from: "take the lady back from her castle".
    pub(crate) home: &'static str,
    /// What a figure does that moves to the piece: "becomes its lady", without its former place.
    pub(crate) becomes: Option<&'static str>,
    /// Reason to place a figure there.
    pub(crate) occupies: fn(number: u8) -> String,
}

impl PieceTexts {
    /// Values for the fields that a kind does not need. A test checks that each kind has the others.
    const NONE: PieceTexts = PieceTexts {
        name: "piece",
        sign: "?",
        ascii: "?",
        colours: (Rgb(226, 226, 232), Rgb(92, 92, 104)),
        is_wide: false,
        place: |_| "on the piece".to_owned(),
        origin: |_| "the piece".to_owned(),
        home: "the piece",
        becomes: None,
        occupies: |_| "puts a figure on the piece".to_owned(),
    };
}

/// The texts of all kinds of pieces, in the order of their table.
const PIECES: [(PieceKind, &PieceTexts); PieceKind::COUNT] = [
    (BRIDGE, &bridges::PIECE),
    (CASTLE, &castles::PIECE),
    (BARN, &barns::PIECE),
    (CROWN, &wheel::PIECE),
];

const _: () = {
    let mut row = 0;
    while row < PIECES.len() {
        assert!(PIECES[row].0.index() == row, "the order of the table");
        row += 1;
    }
};

/// Returns the texts of a kind of piece.
pub(crate) const fn piece(kind: PieceKind) -> &'static PieceTexts {
    PIECES[kind.index()].1
}

/// Signs of the marks of expansions on the board: in Unicode, in ASCII, and their colour.
pub(crate) const MARKS: [(MarkKind, char, char, Rgb); 5] = [
    (INN, '⌂', '^', Rgb(150, 40, 40)),
    (CATHEDRAL, '†', 't', Rgb(90, 60, 130)),
    (WINE, 'w', 'w', Rgb(120, 20, 70)),
    (GRAIN, 'g', 'g', Rgb(130, 90, 10)),
    (CLOTH, 'c', 'c', Rgb(20, 90, 120)),
];

/// Returns the name of a kind of figure in a sentence.
pub(crate) const fn figure(kind: FigureKind) -> &'static str {
    match kind {
        LARGE => "large meeple",
        HOG => "pig",
        _ => kind.name(),
    }
}

/// Returns the name of a figure in a role: "knight", "large knight", "pig".
pub(crate) fn in_role(kind: FigureKind, role: &str) -> String {
    match kind {
        LARGE => format!("large {role}"),
        _ if kind.spec().role == Some(role) => figure(kind).to_owned(),
        _ => role.to_owned(),
    }
}

/// Describes the state of the expansions that concerns all players.
pub(crate) fn status(game: &AnyGame) -> Option<String> {
    let parts: Vec<String> =
        [wheel::status(game), traders::status(game)].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// Describes an event that only an expansion has.
pub(crate) fn happened(event: SpecialEvent, names: &Names) -> String {
    match event {
        SpecialEvent::PigMoved { sector } => wheel::stopped(sector),
        SpecialEvent::GoodsTaken { seat, goods, .. } => traders::taken(names.of(seat), goods),
        SpecialEvent::SecondTurn { seat } => traders::second_turn(names.of(seat)),
    }
}

/// Formats a reason for a turn that only an expansion has.
pub(crate) fn reason(event: SpecialEvent) -> String {
    match event {
        SpecialEvent::PigMoved { sector } => wheel::stopped(sector),
        SpecialEvent::GoodsTaken { goods, .. } => format!("takes {}", traders::goods(goods)),
        SpecialEvent::SecondTurn { .. } => "earns a second turn".to_owned(),
    }
}

/// Returns the title of a scoring in which every figure counts, regardless of majority; `None` for
/// all other scorings.
pub(crate) fn shared_out(reason: Reason) -> Option<&'static str> {
    match reason {
        Reason::Tax => Some(wheel::sector(Sector::Tax)),
        Reason::Famine => Some(wheel::sector(Sector::Famine)),
        Reason::Completed | Reason::Recalled | Reason::GameEnd | Reason::Token => None,
    }
}

/// Returns true for an item that is always single, so that a sum does not name it.
pub(crate) const fn is_unnamed(item: Item) -> bool {
    matches!(item, Item::Fortune | Item::Crown | Item::Goods)
}

/// Formats an award of an expansion; `cause` is the last event that only an expansion has. Awards of
/// the Stronghold family have none.
pub(crate) fn awarded(
    reason: AwardReason,
    who: &str,
    points: &str,
    cause: Option<SpecialEvent>,
) -> Option<String> {
    match reason {
        AwardReason::Lady => Some(castles::awarded(who, points)),
        AwardReason::Barn => Some(barns::awarded(who, points)),
        AwardReason::Crown => Some(wheel::awarded(who, points, cause)),
        AwardReason::Fortune => Some(wheel::paid(Sector::Fortune, who, points)),
        AwardReason::Storm => Some(wheel::paid(Sector::Storm, who, points)),
        AwardReason::Inquisition => Some(wheel::paid(Sector::Inquisition, who, points)),
        AwardReason::Wine => Some(traders::awarded(Good::Wine, who, points)),
        AwardReason::Grain => Some(traders::awarded(Good::Grain, who, points)),
        AwardReason::Cloth => Some(traders::awarded(Good::Cloth, who, points)),
        AwardReason::Keep | AwardReason::FivePoints => None,
    }
}

/// Formats the reason for a turn that earns an award, if a choice of the player earns it.
pub(crate) fn earns(reason: AwardReason, points: i32) -> Option<String> {
    match reason {
        AwardReason::Lady => Some(castles::earns(points)),
        AwardReason::Barn => Some(barns::earns(points)),
        AwardReason::Crown
        | AwardReason::Fortune
        | AwardReason::Storm
        | AwardReason::Inquisition
        | AwardReason::Wine
        | AwardReason::Grain
        | AwardReason::Cloth
        | AwardReason::Keep
        | AwardReason::FivePoints => None,
    }
}

/// Formats the reason to build a piece to which a figure of `owner` moves.
pub(crate) fn builds(kind: PieceKind, owner: Option<&str>) -> String {
    let what = crate::words::article(kind.name());
    let role = kind.spec().role.unwrap_or("figure");
    match owner {
        Some(owner) => format!("builds {what} for {owner}'s {role}"),
        None => format!("builds {what}"),
    }
}

/// Describes the result of an action of an expansion in words, if its points do not show it.
pub(crate) fn promise(game: &AnyGame, action: Action, names: &Names) -> Option<String> {
    match action {
        Action::Build { piece: CASTLE, site } => castles::build_promise(game, site, names),
        Action::Deploy { target: Target::Built(CASTLE), .. } => castles::lady_promise(game),
        Action::Deploy { target: Target::Space(CROWN, space), .. } => {
            wheel::crown_promise(game, space)
        }
        _ => None,
    }
}

/// Returns true if two actions have the same effect.
pub(crate) fn is_twin(a: Action, b: Action) -> bool {
    match (a, b) {
        (
            Action::Deploy { target: Target::Space(CROWN, a), .. },
            Action::Deploy { target: Target::Space(CROWN, b), .. },
        ) => Sector::of_space(a) == Sector::of_space(b),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_piece_has_texts() {
        let none = &PieceTexts::NONE;
        for kind in PieceKind::ALL {
            let texts = piece(kind);
            assert_ne!((texts.name, texts.sign), (none.name, none.sign), "{kind:?}");
            assert_ne!((texts.ascii, texts.home), (none.ascii, none.home), "{kind:?}");
            assert_ne!((texts.place)(0), (none.place)(0), "{kind:?}");
            assert_ne!((texts.origin)(0), (none.origin)(0), "{kind:?}");
            // A figure that is placed there on its own has a reason.
            let is_occupied = kind.spec().target.is_some() && kind.spec().spot.is_some();
            assert_eq!((texts.occupies)(0) != (none.occupies)(0), is_occupied, "{kind:?}");
        }
    }
}
