//! Conversion of game events into their wire form.

use bastide::{
    Action, AnyGame, Award, BySeat, Event, Figure, FigureSpot, Game, Scoring, SeatSet, SegmentRef,
    Tally,
};
use bastide_art::{piece_point, tower_points};

use crate::expansions;
use crate::game::{BoardPoint, EventView, LaidView, TermView};
use crate::names::AxisName;
use crate::view::{number, xy};
use crate::view_builder::{ViewBuilder, place};

impl ViewBuilder {
    /// Plays `actions`, including draws and reveals, and returns their events. Stops at the first
    /// illegal action.
    pub fn play(&self, game: &mut AnyGame, actions: &[Action]) -> Vec<EventView> {
        let (mut told, mut events) = (Vec::new(), Vec::new());
        for &action in actions {
            if game.play_with(action, &mut events).is_err() {
                break;
            }
            // Tiles and buildings are never removed, so the state after an action still contains
            // every spot its events mention.
            told.extend(events.drain(..).filter_map(|event| self.event(game, &event)));
        }
        told
    }

    /// Converts an event. `game` is the state after the action that caused it. Returns `None` if the
    /// event cannot be drawn: that of an expansion whose board is too small to have a picture, or a token of
    /// a tower that `game` does not have.
    pub fn event(&self, game: &AnyGame, event: &Event) -> Option<EventView> {
        Some(match *event {
            Event::TileDrawn { seat, tile } => {
                EventView::TileDrawn { seat: number(seat), tile: self.tile(tile) }
            }
            Event::TileDiscarded { tile } => EventView::TileDiscarded { tile: self.tile(tile) },
            Event::TilePlaced { seat, tile, cell, rotation, bridge } => {
                let laid = LaidView {
                    tile: self.tile(tile),
                    cell: xy(cell),
                    rotation: rotation.quarter_turns(),
                    symbol: self.symbol(tile, rotation),
                    bridge: bridge.map(AxisName::from),
                };
                EventView::TilePlaced { seat: number(seat), laid }
            }
            Event::FigurePlaced { seat, figure: kind, spot } => {
                EventView::FigurePlaced { figure: self.figure(game, &Figure { seat, kind, spot }) }
            }
            Event::FigureReturned { seat, figure: kind, spot } => {
                let figure = self.figure(game, &Figure { seat, kind, spot });
                EventView::FigureReturned { figure }
            }
            Event::FigureMoved { seat, figure: kind, from, to } => {
                let figure = self.figure(game, &Figure { seat, kind, spot: to });
                EventView::FigureMoved { figure, from: self.spot(game, from).0 }
            }
            Event::PieceBuilt { seat, piece } => EventView::PieceBuilt {
                seat: number(seat),
                piece: piece.kind.into(),
                at: place(piece_point(game.board(), piece.location)),
            },
            Event::Scored(ref scoring) => self.scored(game, scoring),
            Event::Awarded(Award { seat, reason, tally }) => EventView::Awarded {
                seat: number(seat),
                reason: reason.into(),
                tally: terms(&tally),
                points: tally.total(),
            },
            Event::TokenTaken { seat, corner } => {
                EventView::TokenTaken { seat: number(seat), corner, at: tower(game, corner)? }
            }
            Event::TokenRevealed { seat, token } => {
                EventView::TokenRevealed { seat: number(seat), token: token.kind() }
            }
            Event::TokenUsed { seat, token, on } => EventView::TokenUsed {
                seat: number(seat),
                token: token.kind(),
                site: on.map(|site| site.to_string()),
            },
            Event::KeepMoved { seat, site, size } => {
                EventView::KeepMoved { seat: number(seat), at: self.at(game, site), size }
            }
            Event::Special(event) => expansions::event(self, game, event)?,
            Event::TurnBegan { seat } => EventView::TurnBegan { seat: number(seat) },
            Event::GameEnded { winners } => EventView::GameEnded { winners: numbers(winners) },
        })
    }

    fn scored(&self, game: &AnyGame, scoring: &Scoring) -> EventView {
        EventView::Scored {
            feature: scoring.terrain.into(),
            site: scoring.site.to_string(),
            at: self.at(game, scoring.site),
            reason: scoring.reason.into(),
            tally: terms(&scoring.tally),
            points: scoring.tally.total(),
            figures: per_seat(game, &scoring.figures),
            strength: strength(game, &scoring.figures, &scoring.strength),
            winners: numbers(scoring.winners),
        }
    }

    /// Returns the point where a figure on the segment is drawn.
    pub(crate) fn at(&self, game: &AnyGame, site: SegmentRef) -> BoardPoint {
        self.spot(game, FigureSpot::Segment(site)).0
    }
}

/// Returns the point of the token on corner tower `corner`.
fn tower(game: &AnyGame, corner: u8) -> Option<BoardPoint> {
    match game {
        AnyGame::Land(_) => None,
        AnyGame::Stronghold(game) => {
            tower_points(game.wall()).get(usize::from(corner)).map(|&at| place(at))
        }
    }
}

/// Returns the numbers of the seats of a game.
pub(crate) fn per_seat(game: &AnyGame, numbers: &BySeat<u8>) -> Vec<u8> {
    numbers.iter(game.seats()).map(|(_, &number)| number).collect()
}

/// Returns the strength of figures, or `None` if it is their number.
pub(crate) fn strength(
    game: &AnyGame,
    figures: &BySeat<u8>,
    strength: &BySeat<u8>,
) -> Option<Vec<u8>> {
    (figures != strength).then(|| per_seat(game, strength))
}

/// Converts a score to its wire form, term by term.
pub(crate) fn terms(tally: &Tally) -> Vec<TermView> {
    let term = |term: bastide::Term| TermView {
        item: term.item.into(),
        count: term.count,
        each: term.each,
    };
    tally.terms().map(term).collect()
}

/// Returns the indices of `seats`, starting at 0.
pub(crate) fn numbers(seats: SeatSet) -> Vec<u8> {
    seats.iter().map(number).collect()
}
