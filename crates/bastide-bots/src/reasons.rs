//! What speaks for a turn, and against it: the state before and after,
//! compared. No sentences: those belong to whoever talks to people.

mod holdings;

use bastide::{
    Action, AnyGame, AwardReason, BySeat, Event, FigureKind, Game, Scoring, Seat, SeatSet, Sector,
    Site, Spot, Terrain, WallToken,
};

use holdings::{Holding, fitting, holdings};

/// One thing a turn does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A feature is completed and scored.
    Closes {
        /// What it is.
        terrain: Terrain,
        /// One of its parts.
        site: Site,
        /// What it gives to each winner.
        points: i32,
        /// Who gets them; nobody where a tie gives nothing.
        winners: SeatSet,
    },
    /// The abbot comes home and is scored (ABBOT-6).
    CallsHome {
        /// What it stood on.
        terrain: Terrain,
        /// What that gave.
        points: i32,
    },
    /// Points that no feature gives: for a lady, a barn.
    Earns {
        /// Who gets them.
        seat: Seat,
        /// What for.
        why: AwardReason,
        /// How many.
        points: i32,
    },
    /// Figures come back to a supply because what they stood on is scored;
    /// the one placed in this turn is not counted.
    Frees {
        /// Whose.
        seat: Seat,
        /// Which kind.
        figure: FigureKind,
        /// How many.
        figures: u8,
    },
    /// A figure is placed on a feature that goes on.
    Starts {
        /// What it is.
        terrain: Terrain,
        /// Where.
        site: Site,
        /// What it is worth.
        points: i32,
        /// When.
        worth: Worth,
    },
    /// A figure is placed on a crown space.
    Awaits {
        /// The sector it belongs to.
        sector: Sector,
    },
    /// A figure is placed on the castle just built.
    Ennobles,
    /// A castle is built.
    BuildsCastle {
        /// Whose knight becomes its lady.
        lady: Option<Seat>,
    },
    /// Features with figures become one.
    Joins {
        /// What they are.
        terrain: Terrain,
        /// One of the parts.
        site: Site,
        /// Who had figures on one of them.
        owners: SeatSet,
        /// Who gets the points now.
        winners: SeatSet,
        /// How many.
        points: i32,
        /// When.
        worth: Worth,
    },
    /// A feature with figures is worth more.
    Grows {
        /// What it is.
        terrain: Terrain,
        /// One of its parts.
        site: Site,
        /// Who gets the points.
        winners: SeatSet,
        /// How many more.
        gain: i32,
        /// How many now.
        points: i32,
        /// When.
        worth: Worth,
    },
    /// A feature can hardly be completed any more.
    Blocks {
        /// What it is.
        terrain: Terrain,
        /// One of its parts.
        site: Site,
        /// Who gets its points.
        winners: SeatSet,
        /// How many tiles are left for its worst gap.
        fitting: u32,
    },
    /// A figure goes back without points (WHEEL-PLAGUE-1).
    GivesUp {
        /// Where it stands.
        spot: Spot,
        /// What it stood on, if on a feature.
        terrain: Option<Terrain>,
        /// What that was worth to its owner.
        points: i32,
    },
    /// A marker takes a wall token (S-TOKEN-1).
    TakesToken {
        /// Whose.
        seat: Seat,
    },
    /// A wall token is used.
    UsesToken {
        /// Which.
        token: WallToken,
    },
    /// A keep comes to stand on a house, or a larger one (S-KEEP-1).
    MovesKeep {
        /// Whose.
        seat: Seat,
        /// How many tiles the house has.
        size: u8,
    },
    /// No figure is placed, and nothing else happens.
    Waits {
        /// How many meeples stay at hand.
        figures: u8,
    },
}

impl Reason {
    /// Whether it speaks against a turn of this seat.
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
            Reason::BuildsCastle { lady } => lady.is_some_and(|lady| lady != seat),
            Reason::CallsHome { .. }
            | Reason::Starts { .. }
            | Reason::Awaits { .. }
            | Reason::Ennobles
            | Reason::GivesUp { .. }
            | Reason::UsesToken { .. }
            | Reason::Waits { .. } => false,
        }
    }
}

/// When points are to be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// If the game ended now.
    Now,
    /// If it is completed: within a wall, what is not gives nothing.
    Completed,
    /// The game is over.
    Final,
}

/// Everything that a turn of the seat to act does, what weighs most first.
/// `actions` are legal one after the other.
pub fn reasons(game: &AnyGame, actions: &[Action]) -> Vec<Reason> {
    let bastide::Actor::Seat(seat) = game.to_act() else { return Vec::new() };
    let (mut after, mut events) = (game.clone(), Vec::new());
    for &action in actions {
        after.play_unchecked(action, &mut events);
    }
    let mut found = Vec::new();
    happenings(&events, actions, seat, &mut found);
    let before = holdings(game, &[]);
    if let [Action::Recall(spot)] = *actions
        && game.drawn().is_some()
    {
        found.push(given_up(game, &before, seat, spot));
    }
    changes(&before, &after, &events, seat, &mut found);
    blocks(game, &before, &after, &mut found);
    if found.is_empty() {
        found.push(Reason::Waits { figures: after.hands()[seat][FigureKind::Meeple] });
    }
    found.sort_by_key(|reason| core::cmp::Reverse(weight(reason)));
    found
}

/// What the game itself tells.
fn happenings(events: &[Event], actions: &[Action], seat: Seat, found: &mut Vec<Reason>) {
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
                    // The final count is compared with what was there before.
                    _ => {}
                }
            }
            // What the pig and the end of the game give is nobody's choice.
            Event::Awarded(award)
                if matches!(award.reason, AwardReason::Lady | AwardReason::Barn) =>
            {
                let (seat, why, points) = (award.seat, award.reason, award.tally.total());
                found.push(Reason::Earns { seat, why, points });
            }
            Event::FigurePlaced { spot, .. } => {
                placed = Some(spot);
                match spot {
                    Spot::Crown(space) => {
                        let mut sectors = Sector::ALL.into_iter();
                        let sector = sectors.find(|sector| sector.crowns().contains(&space));
                        found.extend(sector.map(|sector| Reason::Awaits { sector }));
                    }
                    Spot::Castle(_) => found.push(Reason::Ennobles),
                    Spot::Segment(_) | Spot::Barn(_) => {}
                }
            }
            // Of a figure that was taken back something else tells.
            Event::FigureReturned { seat, spot: spot @ Spot::Segment(_), figure }
                if placed != Some(spot) && !actions.contains(&Action::Recall(spot)) =>
            {
                freed[figure as usize][seat] += 1;
            }
            Event::FigureMoved { seat, to: Spot::Castle(_), .. } => {
                for reason in found.iter_mut() {
                    if let Reason::BuildsCastle { lady } = reason {
                        *lady = Some(seat);
                    }
                }
            }
            Event::CastleBuilt { .. } => found.push(Reason::BuildsCastle { lady: None }),
            Event::TokenTaken { seat, .. } => found.push(Reason::TakesToken { seat }),
            Event::TokenUsed { seat: user, token, .. } if user == seat && token.kind() <= 3 => {
                found.push(Reason::UsesToken { token });
            }
            Event::KeepMoved { seat, size, .. } => found.push(Reason::MovesKeep { seat, size }),
            _ => {}
        }
    }
    for figure in FigureKind::ALL {
        let freed = freed[figure as usize].iter(Seat::MOST as u8);
        let freed = freed.filter(|&(_, &figures)| figures > 0);
        found.extend(freed.map(|(seat, &figures)| Reason::Frees { seat, figure, figures }));
    }
}

/// A figure that the plague takes.
fn given_up(game: &AnyGame, before: &[Holding], seat: Seat, spot: Spot) -> Reason {
    let board = game.board();
    let root = board.figure_at(spot).and_then(|figure| board.root_of(figure));
    let holding = before.iter().find(|holding| Some(holding.root) == root);
    let points = holding.filter(|h| h.winners.contains(seat)).map_or(0, |h| h.points);
    Reason::GivesUp { spot, terrain: holding.map(|h| h.terrain), points }
}

/// What became of features with figures, and which are new.
fn changes(
    before: &[Holding],
    after: &AnyGame,
    events: &[Event],
    seat: Seat,
    found: &mut Vec<Reason>,
) {
    let board = after.board();
    for holding in holdings(after, events) {
        let Holding { site, terrain, winners, points, worth, .. } = holding;
        let is_part = |old: &&Holding| {
            board.segment_at(old.site).map(|segment| board.root(segment)) == Some(holding.root)
        };
        let parts: Vec<&Holding> = before.iter().filter(is_part).collect();
        match parts[..] {
            [] if holding.figures[seat] > 0 => {
                found.push(Reason::Starts { terrain, site, points, worth });
            }
            [] => {}
            [old] if old.points < points && old.winners == winners => {
                let gain = points - old.points;
                found.push(Reason::Grows { terrain, site, winners, gain, points, worth });
            }
            [_] => {}
            [..] => {
                let owners = parts.iter().flat_map(|old| holders(&old.figures)).collect();
                found.push(Reason::Joins { terrain, site, owners, winners, points, worth });
            }
        }
    }
}

fn holders(figures: &BySeat<u8>) -> impl Iterator<Item = Seat> {
    let figures = *figures;
    Seat::all(Seat::MOST as u8).filter(move |&seat| figures[seat] > 0)
}

/// Features whose gaps hardly any tile fits now.
fn blocks(before: &AnyGame, old: &[Holding], after: &AnyGame, found: &mut Vec<Reason>) {
    /// So few tiles are hardly any.
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

/// How much a reason weighs, in points times ten, whoever it is good for.
fn weight(reason: &Reason) -> i32 {
    match *reason {
        Reason::Closes { points, .. } => 20 + 10 * points,
        Reason::CallsHome { points, .. } | Reason::Earns { points, .. } => 15 + 10 * points,
        Reason::Joins { points, .. } => 10 + 10 * points,
        Reason::GivesUp { points, .. } => 10 + 10 * points,
        Reason::Starts { points, .. } => 25 + 6 * points,
        Reason::BuildsCastle { .. } | Reason::Ennobles | Reason::Awaits { .. } => 40,
        Reason::TakesToken { .. } | Reason::UsesToken { .. } => 45,
        Reason::Blocks { fitting, .. } => 50 - 5 * fitting as i32,
        Reason::Grows { gain, .. } => 10 * gain,
        Reason::MovesKeep { size, .. } => 10 * i32::from(size),
        Reason::Frees { figures, .. } => 15 * i32::from(figures),
        Reason::Waits { .. } => 0,
    }
}

#[cfg(test)]
mod tests;
