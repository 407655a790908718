//! Situations to be covered by games of The Castle.

use std::collections::BTreeMap;

use bastide::{
    Action, Actor, BySeat, Cell, Edge, Event, Keep, Port, Reason, Scoring, Seat, SegmentRef,
    Terrain, WELL, WallToken,
};
use bastide_oracle::stronghold::{Feature, Oracle, SEATS};

use crate::coverage::Coverage;
use crate::harness::Expected;

/// A situation to be covered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Case {
    /// A choice between several features of the player who laid the tile (S-ORDER-2).
    OwnChoice,
    /// A choice between several features of the opponent.
    OthersChoice,
    /// Features of both players scored in sequence (S-ORDER-1).
    BothScore,
    /// A completed feature without a segment on the tile itself.
    Bounded,
    /// A completed feature with several segments adjacent to that tile.
    BoundedTwice,
    /// A scored feature with a start area (S-START-1).
    StartArea,
    /// A scored path with more than one well (S-PATH-3).
    Wells,
    /// A scored feature with two segments on the same tile.
    TwiceOnTile,
    /// A follower placed on a feature that is already complete (S-MEEPLE-3).
    AtOnce,
    /// A completed feature scored against followers of the opponent (S-MAJ-1).
    Contested,
    /// A completed feature with a tie, which scores nothing (S-MAJ-2).
    Tie,
    /// A player without followers in the supply.
    EmptyReserve,
    /// A follower that cannot be placed anywhere (S-MEEPLE-2).
    NoTarget,
    /// A doubled tower (S-TOKEN-K2).
    DoubleTower,
    /// A doubled house (S-TOKEN-K3).
    DoubleHouse,
    /// A tower or house that could be doubled but is not.
    SingleByChoice,
    /// A tower or house that could be doubled if the token were not taken this turn (S-TOKEN-3).
    TooFresh,
    /// A token is taken (S-TOKEN-1).
    TokenTaken,
    /// A token is taken in the turn of the opponent.
    TokenByOther,
    /// A token is taken while further features are to be scored (S-ORDER-2).
    TokenBetween,
    /// A token is taken on a later lap (S-TOKEN-2).
    TokenLater,
    /// A token is taken after the last tile was laid (S-TOKEN-3).
    TokenLate,
    /// A marker stops at a tower without its token (S-TOKEN-1).
    BareCorner,
    /// An additional turn (S-TOKEN-K1).
    Encore,
    /// Two additional turns in a row (S-TOKEN-K1).
    EncoreTwice,
    /// An additional turn that is declined.
    EncoreDeclined,
    /// A first keep (S-KEEP-1).
    KeepBuilt,
    /// A keep that moves to a larger house (S-KEEP-2).
    KeepMoved,
    /// A house of equal size, to which the keep does not move.
    KeepStays,
    /// A tile that fits nowhere (S-TURN-2).
    Discard,
    /// A game that ends with such a tile.
    LastDiscard,
    /// A game that ends with keeps of equal size (S-END-2).
    KeepsEqual,
    /// A game in which tokens decide which keep is larger (S-TOKEN-K8).
    KeepsTurned,
    /// A token of this kind that is used at the end (S-TOKEN-K4 to S-TOKEN-K9).
    Used(u8),
    /// A token of this kind that has no use at the end.
    Useless(u8),
    /// A token of this kind with more than one possible feature if the game ended now (S-END-4).
    Choice(u8),
    /// Two tokens of this kind for the same player if the game ended now.
    Two(u8),
    /// A courtyard with a tie at the end.
    YardTie,
    /// Equal scores at the end (S-END-5).
    Draw,
    /// An action.
    Action,
}

/// Minimum numbers of occurrences of each situation.
pub(super) const EXPECTED: [Expected<Case>; 57] = [
    (Case::OwnChoice, 180, 400),
    (Case::OthersChoice, 33, 70),
    (Case::BothScore, 22, 40),
    (Case::Bounded, 1000, 2000),
    (Case::BoundedTwice, 8, 12),
    (Case::StartArea, 660, 2000),
    (Case::Wells, 89, 300),
    (Case::TwiceOnTile, 35, 100),
    (Case::AtOnce, 3700, 10_000),
    (Case::Contested, 5, 10),
    (Case::Tie, 53, 100),
    (Case::EmptyReserve, 4000, 20_000),
    (Case::NoTarget, 620, 800),
    (Case::DoubleTower, 110, 400),
    (Case::DoubleHouse, 110, 400),
    (Case::SingleByChoice, 29, 80),
    (Case::TooFresh, 2, 3),
    (Case::TokenTaken, 1400, 5000),
    (Case::TokenByOther, 240, 600),
    (Case::TokenBetween, 64, 100),
    (Case::TokenLater, 27, 50),
    (Case::TokenLate, 30, 70),
    (Case::BareCorner, 1600, 5000),
    (Case::Encore, 140, 500),
    (Case::EncoreTwice, 1, 5),
    (Case::EncoreDeclined, 14, 20),
    (Case::KeepBuilt, 600, 1000),
    (Case::KeepMoved, 170, 600),
    (Case::KeepStays, 500, 2000),
    (Case::Discard, 1200, 1000),
    (Case::LastDiscard, 110, 100),
    (Case::KeepsEqual, 54, 100),
    (Case::KeepsTurned, 70, 200),
    (Case::Used(4), 58, 200),
    (Case::Used(5), 21, 80),
    (Case::Used(6), 29, 80),
    (Case::Used(7), 100, 400),
    (Case::Used(8), 140, 400),
    (Case::Used(9), 130, 500),
    (Case::Useless(4), 91, 200),
    (Case::Useless(5), 120, 400),
    (Case::Useless(6), 110, 400),
    (Case::Useless(7), 35, 100),
    (Case::Useless(8), 14, 20),
    (Case::Choice(4), 270, 1000),
    (Case::Choice(5), 34, 200),
    (Case::Choice(6), 110, 200),
    (Case::Choice(7), 1600, 6000),
    (Case::Two(4), 47, 90),
    (Case::Two(5), 1, 10),
    (Case::Two(6), 6, 10),
    (Case::Two(7), 57, 400),
    (Case::Two(8), 560, 1000),
    (Case::Two(9), 580, 2000),
    (Case::YardTie, 28, 100),
    (Case::Draw, 23, 100),
    (Case::Action, 41_000, 160_000),
];

/// The previous state needed to interpret the next action.
pub(crate) struct Before {
    pub(super) turn: Seat,
    /// True if this turn is an additional one by a token.
    is_encore: bool,
    figures: BTreeMap<SegmentRef, Seat>,
    keeps: BySeat<Option<Keep>>,
    /// The kinds of token that the player whose turn it is holds but cannot use yet.
    fresh: Vec<WallToken>,
}

impl Before {
    pub(crate) fn of(oracle: &Oracle, is_encore: bool) -> Before {
        let turn = oracle.turn();
        let is_fresh =
            |&token: &WallToken| oracle.held(turn, token) > 0 && oracle.usable(turn, token) == 0;
        let mut keeps = BySeat::splat(None);
        Seat::all(SEATS).for_each(|seat| keeps[seat] = oracle.keep(seat));
        Before {
            turn,
            is_encore,
            figures: oracle.figures().clone(),
            keeps,
            fresh: (1..=9).map(kind).filter(is_fresh).collect(),
        }
    }
}

impl Coverage<Case> {
    /// Records the situations of a legal action and its effects.
    pub(crate) fn note(
        &mut self,
        action: Action,
        legal: &[Action],
        events: &[Event],
        before: &Before,
        after: &Oracle,
    ) {
        self.saw(Case::Action);
        let has_token = legal.iter().any(|a| matches!(a, Action::UseToken { .. }));
        match action {
            Action::Settle(_) => self.saw_if(has_token, Case::SingleByChoice),
            Action::UseToken { token, on: Some(_) } if token == kind(2) => {
                self.saw(Case::DoubleTower);
            }
            Action::UseToken { on: Some(_), .. } => self.saw(Case::DoubleHouse),
            Action::UseToken { on: None, .. } => {
                self.saw(Case::Encore);
                self.saw_if(before.is_encore, Case::EncoreTwice);
            }
            Action::Pass => self.saw_if(has_token, Case::EncoreDeclined),
            Action::Place { .. } => self.note_targets(before, after),
            Action::Draw(_) => self.note_prospects(after),
            Action::Deploy { .. }
            | Action::Reveal(_)
            | Action::Build { .. }
            | Action::Recall(_) => {}
        }
        self.note_choice(after);
        self.note_reveal(after);
        for event in events {
            match *event {
                Event::TileDiscarded { .. } => {
                    self.saw(Case::Discard);
                    self.saw_if(after.is_over(), Case::LastDiscard);
                }
                Event::Scored(scoring) if scoring.reason == Reason::Completed => {
                    self.note_completed(&scoring, action, before, after);
                }
                Event::KeepMoved { seat, .. } => self.saw(match before.keeps[seat] {
                    None => Case::KeepBuilt,
                    Some(_) => Case::KeepMoved,
                }),
                _ => {}
            }
        }
        if after.is_over() {
            self.note_end(events, after);
        }
    }

    fn note_targets(&mut self, before: &Before, after: &Oracle) {
        let cell = after.last_cell().expect("a tile was laid");
        let lying = after.precinct().at(cell).expect("it lies there");
        let slots = after.precinct().set().kind(lying.tile).slots();
        let is_taken = |slot| {
            let sites = &after.feature_at(SegmentRef { cell, slot }).sites;
            sites.iter().any(|site| before.figures.contains_key(site))
        };
        let is_out = before.figures.values().filter(|&&seat| seat == before.turn).count() == 6;
        self.saw_if(is_out, Case::EmptyReserve);
        self.saw_if(!is_out && slots.into_iter().all(|(slot, _)| is_taken(slot)), Case::NoTarget);
    }

    fn note_choice(&mut self, after: &Oracle) {
        let Actor::Seat(seat) = after.to_act() else { return };
        let count = |of: Seat| after.pending().iter().filter(|p| p.winner == of).count();
        let (own, others) = (count(seat), count(seat.next(SEATS)));
        self.saw_if(own > 1, Case::OwnChoice);
        self.saw_if(own == 0 && others > 1, Case::OthersChoice);
        self.saw_if(own > 0 && others > 0, Case::BothScore);
    }

    fn note_reveal(&mut self, after: &Oracle) {
        let Some(seat) = after.revealing() else { return };
        self.saw(Case::TokenTaken);
        self.saw_if(seat != after.turn(), Case::TokenByOther);
        self.saw_if(!after.pending().is_empty(), Case::TokenBetween);
        let track = i32::from(after.precinct().wall().track());
        self.saw_if(after.scores()[seat] >= track, Case::TokenLater);
        self.saw_if(after.bag().iter().all(|&n| n == 0), Case::TokenLate);
    }

    fn note_completed(
        &mut self,
        scoring: &Scoring,
        action: Action,
        before: &Before,
        after: &Oracle,
    ) {
        let feature = after.feature_at(scoring.site);
        let cell = after.last_cell().expect("a tile completed it");
        let is_contested = scoring.figures.0.iter().filter(|&&n| n > 0).count() > 1;
        self.saw_if(scoring.winners.is_empty(), Case::Tie);
        self.saw_if(is_contested && !scoring.winners.is_empty(), Case::Contested);
        if feature.sites.iter().all(|site| site.cell != cell) {
            self.saw(Case::Bounded);
            self.saw_if(sides_against(feature, cell, after) > 1, Case::BoundedTwice);
        }
        let is_start = |site: &SegmentRef| !after.precinct().wall().contains(site.cell);
        self.saw_if(feature.sites.iter().any(is_start), Case::StartArea);
        self.saw_if(feature.terrain == Terrain::Path && feature.count(WELL) > 1, Case::Wells);
        self.saw_if(feature.sites.len() > feature.tiles as usize, Case::TwiceOnTile);
        let is_placed = matches!(action, Action::Deploy { .. });
        let was_empty = feature.sites.iter().all(|site| !before.figures.contains_key(site));
        self.saw_if(is_placed && was_empty, Case::AtOnce);
        let Some(seat) = scoring.winners.iter().next() else { return };
        let is_fresh = match feature.terrain {
            Terrain::Tower => before.fresh.contains(&kind(2)) || action == Action::Reveal(kind(2)),
            Terrain::House => before.fresh.contains(&kind(3)) || action == Action::Reveal(kind(3)),
            _ => false,
        };
        self.saw_if(seat == before.turn && is_fresh, Case::TooFresh);
        if feature.terrain == Terrain::House {
            let is_equal = before.keeps[seat].is_some_and(|k| u32::from(k.size) == feature.tiles);
            self.saw_if(is_equal, Case::KeepStays);
        }
        let corner = after.precinct().wall().corner_at(after.space(seat));
        self.saw_if(corner.is_some() && after.revealing() != Some(seat), Case::BareCorner);
    }

    /// Records the situations of the final scoring if the game ended now.
    fn note_prospects(&mut self, after: &Oracle) {
        let ending = after.ending();
        for seat in Seat::all(SEATS) {
            for number in 4..=9 {
                let count = ending.used[seat].iter().filter(|&&t| t == kind(number)).count();
                self.saw_if(count > 1, Case::Two(number));
                let is_choice = count > 0 && chances(number, seat, after) > count;
                self.saw_if(is_choice, Case::Choice(number));
            }
        }
    }

    fn note_end(&mut self, events: &[Event], after: &Oracle) {
        let mut larger = [0; 2];
        for seat in Seat::all(SEATS) {
            let used = |token| {
                let is_it = |event: &&Event| {
                    matches!(**event, Event::TokenUsed { seat: s, token: t, .. }
                        if (s, t) == (seat, token))
                };
                events.iter().filter(is_it).count()
            };
            for number in 4..=9 {
                let count = used(kind(number));
                self.saw_if(count > 0, Case::Used(number));
                self.saw_if(after.held(seat, kind(number)) > 0, Case::Useless(number));
            }
            larger[seat.index()] = 2 * used(kind(8));
        }
        let [a, b] = [Seat::FIRST, Seat::FIRST.next(SEATS)]
            .map(|seat| after.keep(seat).map(|keep| usize::from(keep.size)));
        let [c, d] = [a.map(|size| size + larger[0]), b.map(|size| size + larger[1])];
        self.saw_if(c == d && c.is_some(), Case::KeepsEqual);
        self.saw_if(a.cmp(&b) != c.cmp(&d), Case::KeepsTurned);
        let is_tied = |f: &Feature| {
            f.terrain == Terrain::Courtyard && f.is_occupied() && f.majority().is_none()
        };
        self.saw_if(after.features().iter().any(is_tied), Case::YardTie);
        self.saw_if(after.winners().len() == 2, Case::Draw);
    }
}

/// Returns the number of features on which a player could use a token of kind 4 to 7 at the end.
fn chances(number: u8, seat: Seat, after: &Oracle) -> usize {
    let terrain = match number {
        4 => Terrain::Path,
        5 => Terrain::Tower,
        6 => Terrain::House,
        7 => Terrain::Courtyard,
        _ => return 0,
    };
    let is_chance = |f: &&Feature| {
        f.terrain == terrain
            && f.majority() == Some(seat)
            && (!f.is_complete() || terrain == Terrain::Courtyard)
    };
    after.features().iter().filter(is_chance).count()
}

/// Returns the number of sides of a cell that a feature outside it is adjacent to.
fn sides_against(feature: &Feature, cell: Cell, after: &Oracle) -> usize {
    let lies_over = |&edge: &Edge| {
        let beside = cell.step(edge);
        let slot = after
            .precinct()
            .at(beside)
            .and_then(|lying| after.precinct().slot_at(lying, Port::middle(edge.opposite())));
        slot.is_some_and(|slot| feature.sites.contains(&SegmentRef { cell: beside, slot }))
    };
    Edge::ALL.iter().filter(|edge| lies_over(edge)).count()
}

fn kind(number: u8) -> WallToken {
    WallToken::new(number).expect("kinds are 1 to 9")
}
