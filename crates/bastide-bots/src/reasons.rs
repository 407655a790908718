//! Reasons for and against a turn, from a comparison of the states before and after it. They are
//! data; clients turn them into text.

mod holdings;

use bastide::{
    Action, AnyGame, AwardReason, BySeat, Event, FigureKind, FigureSpot, Game, PieceKind, Scoring,
    Seat, SeatSet, SegmentRef, SpecialEvent, Terrain, WallToken,
};

use holdings::{Holding, fitting, for_seat, holdings, per_feature};

/// An effect of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A feature is completed and scored.
    Closes {
        /// Terrain of the feature.
        terrain: Terrain,
        /// One of its segments.
        site: SegmentRef,
        /// Points of each winner.
        points: i32,
        /// Seats that receive the points; empty if a tie scores nothing.
        winners: SeatSet,
    },
    /// A figure is recalled and scored.
    CallsHome {
        /// Terrain it stood on.
        terrain: Terrain,
        /// Points scored.
        points: i32,
    },
    /// Points that do not come from a feature.
    Earns {
        /// Seat that receives them.
        seat: Seat,
        /// Reason of the award.
        why: AwardReason,
        /// Number of points.
        points: i32,
    },
    /// Figures return to a supply because their feature is scored; the figure placed this turn is
    /// not counted.
    Frees {
        /// Owner of the figures.
        seat: Seat,
        /// Kind of figure.
        figure: FigureKind,
        /// Number of figures.
        figures: u8,
    },
    /// A figure is placed on a feature that stays open.
    Starts {
        /// Terrain of the feature.
        terrain: Terrain,
        /// Segment of the figure.
        site: SegmentRef,
        /// Value of the feature.
        points: i32,
        /// When the points count.
        worth: Worth,
    },
    /// A figure is placed on a piece or a space that is not a feature.
    Occupies {
        /// Kind of the piece.
        piece: PieceKind,
        /// Number of the piece among those of its kind.
        number: u8,
    },
    /// A piece is built.
    Builds {
        /// Kind of the piece.
        piece: PieceKind,
        /// Seat whose figure moves to it.
        seat: Option<Seat>,
    },
    /// Features with figures are joined.
    Joins {
        /// Terrain of the features.
        terrain: Terrain,
        /// One of the segments.
        site: SegmentRef,
        /// Seats with figures on the features before.
        owners: SeatSet,
        /// Seats that receive the points now.
        winners: SeatSet,
        /// Value of the joined feature. If its winners do not all get the same (HOG-3), that for
        /// the seat that plays the turn, or the largest.
        points: i32,
        /// When the points count.
        worth: Worth,
    },
    /// A feature with figures gains value.
    Grows {
        /// Terrain of the feature.
        terrain: Terrain,
        /// One of its segments.
        site: SegmentRef,
        /// Seats that receive the points.
        winners: SeatSet,
        /// Points gained.
        gain: i32,
        /// Points now.
        points: i32,
        /// When the points count.
        worth: Worth,
    },
    /// A feature becomes hard or impossible to complete.
    Blocks {
        /// Terrain of the feature.
        terrain: Terrain,
        /// One of its segments.
        site: SegmentRef,
        /// Seats that would receive its points.
        winners: SeatSet,
        /// Number of remaining tiles that fit its most restricted open cell.
        fitting: u32,
    },
    /// A figure is returned without points (WHEEL-PLAGUE-1).
    GivesUp {
        /// Spot of the figure.
        spot: FigureSpot,
        /// Terrain it stood on, if on a feature.
        terrain: Option<Terrain>,
        /// Value of that feature for its owner.
        points: i32,
    },
    /// A marker takes a wall token (S-TOKEN-1).
    TakesToken {
        /// Owner of the marker.
        seat: Seat,
    },
    /// A wall token is used.
    UsesToken {
        /// The token.
        token: WallToken,
    },
    /// A keep is placed on a house, or moved to a larger one (S-KEEP-1).
    MovesKeep {
        /// Owner of the keep.
        seat: Seat,
        /// Number of tiles of the house.
        size: u8,
    },
    /// A figure that claims nothing joins an own one: a builder or a pig (BUILDER-1, HOG-1).
    Supports {
        /// Kind of the figure.
        figure: FigureKind,
        /// Terrain of the feature.
        terrain: Terrain,
        /// Segment of the figure.
        site: SegmentRef,
    },
    /// An effect that only one expansion has, such as goods that are taken (TRADE-2) or a second
    /// turn (BUILDER-3).
    Special(SpecialEvent),
    /// No figure is placed, and no other effect occurs.
    Waits {
        /// Number of meeples in supply.
        figures: u8,
    },
}

impl Reason {
    /// Returns true if it is a reason against a turn of `seat`.
    pub fn is_against(&self, seat: Seat) -> bool {
        match *self {
            Reason::Closes { winners, .. }
            | Reason::Joins { winners, .. }
            | Reason::Grows { winners, .. } => !winners.contains(seat),
            Reason::Blocks { winners, .. } => winners.contains(seat),
            Reason::Frees { seat: whose, .. }
            | Reason::Earns { seat: whose, .. }
            | Reason::TakesToken { seat: whose }
            | Reason::MovesKeep { seat: whose, .. } => whose != seat,
            Reason::Builds { seat: whose, .. } => whose.is_some_and(|whose| whose != seat),
            Reason::CallsHome { .. }
            | Reason::Starts { .. }
            | Reason::Occupies { .. }
            | Reason::GivesUp { .. }
            | Reason::UsesToken { .. }
            | Reason::Supports { .. }
            | Reason::Special(_)
            | Reason::Waits { .. } => false,
        }
    }
}

/// When points count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// If the game ended now.
    Now,
    /// If the feature is completed; in Stronghold, incomplete features score nothing.
    Completed,
    /// The game is over.
    Final,
}

/// Returns all effects of a turn of the seat to act, most important first. Precondition: `actions`
/// are legal in sequence.
pub fn reasons(game: &AnyGame, actions: &[Action]) -> Vec<Reason> {
    let bastide::Actor::Seat(seat) = game.to_act() else { return Vec::new() };
    let (mut after, mut events) = (game.clone(), Vec::new());
    for &action in actions {
        after.play_unchecked_with(action, &mut events);
    }
    let mut found = Vec::new();
    from_events(&events, actions, seat, &mut found);
    supports(&events, &after, &mut found);
    let before = holdings(game, &[]);
    if let [Action::Recall(spot)] = *actions
        && game.drawn().is_some()
    {
        found.push(given_up(game, &before, seat, spot));
    }
    changes(&before, &after, &events, seat, &mut found);
    blocks(game, &before, &after, &mut found);
    if found.is_empty() {
        found.push(Reason::Waits { figures: after.hands()[seat][FigureKind::MEEPLE] });
    }
    found.sort_by_key(|reason| core::cmp::Reverse(weight(reason)));
    found
}

/// Collects the reasons that follow directly from events.
fn from_events(events: &[Event], actions: &[Action], seat: Seat, found: &mut Vec<Reason>) {
    let mut freed = [BySeat::splat(0_u8); FigureKind::ALL.len()];
    let mut placed = None;
    for event in events {
        match *event {
            Event::Scored(Scoring { terrain, site, reason, tally, winners, .. }) => {
                let points = tally.total();
                match reason {
                    bastide::Reason::Completed if points > 0 => {
                        found.push(Reason::Closes { terrain, site, points, winners });
                    }
                    bastide::Reason::Recalled => {
                        found.push(Reason::CallsHome { terrain, points });
                    }
                    // Final scores are compared with the previous values in `changes`.
                    _ => {}
                }
            }
            Event::Awarded(award) if award.reason.is_chosen() => {
                let (seat, why, points) = (award.seat, award.reason, award.tally.total());
                found.push(Reason::Earns { seat, why, points });
            }
            Event::FigurePlaced { spot, .. } => {
                placed = Some(spot);
                if let FigureSpot::Piece(piece, number) = spot {
                    found.push(Reason::Occupies { piece, number });
                }
            }
            // A recalled figure is reported by another reason.
            Event::FigureReturned { seat, spot: spot @ FigureSpot::Segment(_), figure }
                if placed != Some(spot) && !actions.contains(&Action::Recall(spot)) =>
            {
                freed[figure.index()][seat] += 1;
            }
            Event::FigureMoved { seat: owner, to: FigureSpot::Piece(kind, _), .. } => {
                for reason in found.iter_mut() {
                    if let Reason::Builds { piece, seat } = reason
                        && *piece == kind
                    {
                        *seat = Some(owner);
                    }
                }
            }
            Event::PieceBuilt { piece, .. } => {
                found.push(Reason::Builds { piece: piece.kind, seat: None });
            }
            Event::TokenTaken { seat, .. } => found.push(Reason::TakesToken { seat }),
            Event::TokenUsed { seat: user, token, .. } if user == seat && token.kind() <= 3 => {
                found.push(Reason::UsesToken { token });
            }
            Event::Special(event) => found.push(Reason::Special(event)),
            Event::KeepMoved { seat, size, .. } => found.push(Reason::MovesKeep { seat, size }),
            _ => {}
        }
    }
    let award = found.iter().find_map(|reason| match reason {
        Reason::Earns { why, .. } => Some(why.name()),
        _ => None,
    });
    // The points of a piece explain why it is built.
    found.retain(
        |reason| !matches!(reason, Reason::Builds { piece, .. } if award == Some(piece.name())),
    );
    for figure in FigureKind::ALL {
        let freed = freed[figure.index()].iter(Seat::MOST as u8);
        let freed = freed.filter(|&(_, &figures)| figures > 0);
        found.extend(freed.map(|(seat, &figures)| Reason::Frees { seat, figure, figures }));
    }
}

/// Collects the reasons for figures that claim nothing.
fn supports(events: &[Event], after: &AnyGame, found: &mut Vec<Reason>) {
    let board = after.board();
    for event in events {
        if let Event::FigurePlaced { spot: spot @ FigureSpot::Segment(site), figure, .. } = *event
            && !figure.claims()
            // A feature that the tile completes sends the figure home at once.
            && board.figure_at(spot).is_some_and(|there| there.kind == figure)
            && let Some(segment) = board.segment_at(site)
        {
            let terrain = board.feature(board.root(segment)).terrain;
            found.push(Reason::Supports { figure, terrain, site });
        }
    }
}

/// Returns the reason for a figure returned by the plague.
fn given_up(game: &AnyGame, before: &[Holding], seat: Seat, spot: FigureSpot) -> Reason {
    let board = game.board();
    let root = board.figure_at(spot).and_then(|figure| board.root_of(figure));
    let holding = per_feature(before).find(|parts| Some(parts[0].root) == root);
    let holding = holding.map(|parts| for_seat(parts, seat));
    let points = holding.filter(|h| h.winners.contains(seat)).map_or(0, |h| h.points);
    Reason::GivesUp { spot, terrain: holding.map(|h| h.terrain), points }
}

/// Collects the reasons for features that were started, enlarged or joined.
fn changes(
    before: &[Holding],
    after: &AnyGame,
    events: &[Event],
    seat: Seat,
    found: &mut Vec<Reason>,
) {
    let board = after.board();
    for now in per_feature(&holdings(after, events)) {
        let Holding { root, site, terrain, figures, worth, .. } = now[0];
        let Holding { points, .. } = *for_seat(now, seat);
        let winners = all_winners(now);
        let is_part = |old: &&[Holding]| {
            board.segment_at(old[0].site).map(|segment| board.root(segment)) == Some(root)
        };
        let parts: Vec<&[Holding]> = per_feature(before).filter(is_part).collect();
        match parts[..] {
            [] if figures[seat] > 0 => {
                found.push(Reason::Starts { terrain, site, points, worth });
            }
            [] => {}
            [old] if all_winners(old) == winners => {
                for (new, old) in now.iter().flat_map(|new| old.iter().map(move |old| (new, old))) {
                    // Seats that had the same points, and still have.
                    let seats: SeatSet =
                        new.winners.iter().filter(|&seat| old.winners.contains(seat)).collect();
                    let (gain, points) = (new.points - old.points, new.points);
                    if gain > 0 && seats.is_empty() == winners.is_empty() {
                        let winners = seats;
                        found.push(Reason::Grows { terrain, site, winners, gain, points, worth });
                    }
                }
            }
            [_] => {}
            [..] => {
                let owners = parts.iter().flat_map(|old| holders(&old[0].figures)).collect();
                found.push(Reason::Joins { terrain, site, owners, winners, points, worth });
            }
        }
    }
}

/// Returns all seats that receive points of a feature.
fn all_winners(parts: &[Holding]) -> SeatSet {
    parts.iter().flat_map(|part| part.winners.iter()).collect()
}

fn holders(figures: &BySeat<u8>) -> impl Iterator<Item = Seat> {
    let figures = *figures;
    Seat::all(Seat::MOST as u8).filter(move |&seat| figures[seat] > 0)
}

/// Collects the reasons for features that hardly any remaining tile can complete.
fn blocks(before: &AnyGame, old: &[Holding], after: &AnyGame, found: &mut Vec<Reason>) {
    /// Maximum number of fitting tiles that counts as hard to complete.
    const FEW: u32 = 2;
    if after.is_over() {
        return;
    }
    for holding in holdings(after, &[]) {
        let Holding { site, terrain, winners, root, .. } = holding;
        let board = before.board();
        let was = board.segment_at(site).map(|segment| board.root(segment));
        let was = was.filter(|was| old.iter().any(|holding| holding.root == *was));
        let (Some(was), Some(now)) =
            (was.and_then(|was| fitting(before, was)), fitting(after, root))
        else {
            continue;
        };
        if now == 0 && was > 0 || now <= FEW && was >= 4 * now.max(1) {
            found.push(Reason::Blocks { terrain, site, winners, fitting: now });
        }
    }
}

/// Returns the importance of a reason in tenths of a point, regardless of whom it favours.
fn weight(reason: &Reason) -> i32 {
    match *reason {
        Reason::Closes { points, .. } => 20 + 10 * points,
        Reason::CallsHome { points, .. } | Reason::Earns { points, .. } => 15 + 10 * points,
        Reason::Joins { points, .. } => 10 + 10 * points,
        Reason::GivesUp { points, .. } => 10 + 10 * points,
        Reason::Starts { points, .. } => 25 + 6 * points,
        Reason::Builds { .. } | Reason::Occupies { .. } => 40,
        Reason::TakesToken { .. } | Reason::UsesToken { .. } => 45,
        Reason::Blocks { fitting, .. } => 50 - 5 * fitting as i32,
        Reason::Grows { gain, .. } => 10 * gain,
        Reason::MovesKeep { size, .. } => 10 * i32::from(size),
        Reason::Supports { .. } => 25,
        Reason::Special(_) => 45,
        Reason::Frees { figures, .. } => 15 * i32::from(figures),
        Reason::Waits { .. } => 0,
    }
}

#[cfg(test)]
mod tests;
