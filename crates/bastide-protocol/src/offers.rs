//! Legal actions of the seat to act, and parsing of the actions clients send.

use bastide::{
    Action, Actor, AnyGame, BuildSite, Event, Figure, FigureKind, FigureSpot, Game, PieceKind,
    PieceLocation, Seat, SegmentRef, Target,
};
use bastide_art::piece_point;

use crate::expansions;
use crate::expansions::types::SpaceView;
use crate::features::leaders;
use crate::game::{FigureView, MovingFigure, Offer, OfferKind, Offers, Prompt};
use crate::message::{Problem, ProblemCode};
use crate::names::{self, AxisName, TerrainName};
use crate::new_table::Aid;
use crate::view::{number, xy};
use crate::view_builder::{ViewBuilder, place};

/// Maximum length of an action in bytes, with some margin.
const LONGEST: usize = 40;

/// Parses `text` as an action that is legal now.
///
/// # Errors
/// Returns a [`Problem`] with [`ProblemCode::Unreadable`] if `text` cannot be parsed, or with
/// [`ProblemCode::Illegal`] if the action is illegal or a chance action.
pub fn read_action(game: &AnyGame, text: &str) -> Result<Action, Problem> {
    let action = parse_action(game, text)?;
    if action.is_chance() {
        return Err(Problem::new(
            ProblemCode::Illegal,
            "chance actions cannot be chosen by a player",
        ));
    }
    match game.check(action) {
        Ok(()) => Ok(action),
        Err(why) => Err(Problem::new(ProblemCode::Illegal, format!("{text}: {why}"))),
    }
}

fn parse_action(game: &AnyGame, text: &str) -> Result<Action, Problem> {
    if text.len() > LONGEST {
        return Err(Problem::new(ProblemCode::Unreadable, "the action is too long"));
    }
    let read = game.notation().parse(text);
    read.map_err(|bad| Problem::new(ProblemCode::Unreadable, bad.to_string()))
}

impl ViewBuilder {
    /// Returns all legal actions of the seat to act, without duplicates, or `None` if no seat has
    /// to act.
    pub fn offers(&self, game: &AnyGame, aid: Aid) -> Option<Offers> {
        let Actor::Seat(seat) = game.to_act() else { return None };
        let mut actions = Vec::new();
        game.legal_actions(&mut actions);
        let prompt = prompt(game, &actions);
        let offers = actions.iter().filter_map(|&action| {
            let what = self.offer(game, seat, action, aid)?;
            Some(Offer { action: game.notation().show(action).to_string(), what })
        });
        Some(Offers { seat: number(seat), prompt, offers: offers.collect() })
    }

    fn offer(&self, game: &AnyGame, seat: Seat, action: Action, aid: Aid) -> Option<OfferKind> {
        let board = game.board();
        let last = board.laid().last();
        let told = |points: i32| (aid != Aid::None).then_some(points);
        Some(match action {
            Action::Place { cell, rotation, bridge } => OfferKind::Place {
                cell: xy(cell),
                rotation: rotation.quarter_turns(),
                symbol: self.symbol(game.drawn()?, rotation),
                bridge: bridge.map(AxisName::from),
            },
            Action::Deploy { figure, target } => {
                self.deployment(game, seat, figure, spot(game, target)?, aid)?
            }
            Action::Recall(spot) => {
                let figure = *board.figure_at(spot)?;
                let FigureView { seat, role, spot: named, at, .. } = self.figure(game, &figure);
                // WHEEL-PLAGUE-1: a recall before the tile is placed scores nothing.
                let points = match game.drawn() {
                    Some(_) => None,
                    None => told(recalled(game, action)),
                };
                OfferKind::Recall { seat, role, spot: named, at, points }
            }
            Action::Build { piece, site } => {
                let cell = last?.cell;
                let (location, figure) = match site {
                    BuildSite::Segment(slot) => {
                        (PieceLocation::Segment(SegmentRef { cell, slot }), None)
                    }
                    BuildSite::Corner { corner, figure } => {
                        let moving =
                            MovingFigure { spot: figure.to_string(), from: self.at(game, figure) };
                        (PieceLocation::Corner(cell, corner), Some(moving))
                    }
                };
                let at = place(piece_point(board, location));
                OfferKind::Build { piece: piece.into(), at, figure }
            }
            Action::Settle(site) => OfferKind::Settle {
                feature: names::terrain_at(game, site)?.into(),
                site: site.to_string(),
                at: self.at(game, site),
                leaders: board
                    .segment_at(site)
                    .map_or_else(Vec::new, |segment| leaders(game, board.feature(segment))),
                points: told(worth(game, site)),
            },
            Action::UseToken { token, on } => OfferKind::UseToken {
                token: token.kind(),
                site: on.map(|site| site.to_string()),
                at: on.map(|site| self.at(game, site)),
                feature: on.and_then(|site| names::terrain_at(game, site)).map(TerrainName::from),
                // S-TOKEN-K2, S-TOKEN-K3
                points: on.and_then(|site| told(2 * worth(game, site))),
            },
            Action::Pass => OfferKind::Pass,
            Action::Draw(_) | Action::Reveal(_) => return None,
        })
    }

    fn deployment(
        &self,
        game: &AnyGame,
        seat: Seat,
        kind: FigureKind,
        spot: FigureSpot,
        aid: Aid,
    ) -> Option<OfferKind> {
        let FigureView { figure, role, pose, at, scale, .. } =
            self.figure(game, &Figure { seat, kind, spot });
        let site = match spot {
            FigureSpot::Segment(site) => Some(site),
            FigureSpot::Piece(..) => None,
        };
        Some(OfferKind::Deploy {
            figure,
            role,
            pose,
            at,
            scale,
            feature: names::ground(game, spot)?,
            space: SpaceView::of(spot),
            site: site.map(|site| site.to_string()),
            // A figure that claims nothing brings no points of its own.
            points: site
                .filter(|_| aid != Aid::None && kind.claims())
                .map(|site| worth(game, site)),
            is_complete: kind.claims() && site.is_some_and(|site| is_scored(game, site)),
        })
    }
}

/// Returns the decision the seat to act has to make, or `None` if no seat has to act.
pub(crate) fn asked(game: &AnyGame) -> Option<Prompt> {
    let Actor::Seat(_) = game.to_act() else { return None };
    let mut actions = Vec::new();
    game.legal_actions(&mut actions);
    Some(prompt(game, &actions))
}

/// Derives the decision from the legal actions.
fn prompt(game: &AnyGame, actions: &[Action]) -> Prompt {
    let count = |is: fn(&Action) -> bool| actions.iter().filter(|&action| is(action)).count();
    if count(|action| matches!(action, Action::Place { .. })) > 0 {
        Prompt::LayTile
    } else if count(|action| matches!(action, Action::Settle(_))) > 1 {
        Prompt::ScoringOrder
    } else if count(|action| matches!(action, Action::UseToken { .. })) > 0 {
        // S-TOKEN-K2: with a single feature to score, the only choice is whether to use the token.
        Prompt::UseToken
    } else if game.drawn().is_some() {
        expansions::RESPONSE
    } else {
        Prompt::AfterTile
    }
}

/// Returns the spot a figure would stand on.
fn spot(game: &AnyGame, target: Target) -> Option<FigureSpot> {
    let tile = game.board().laid().last()?;
    Some(match target {
        Target::Segment(slot) => FigureSpot::Segment(SegmentRef { cell: tile.cell, slot }),
        Target::Built(PieceKind::OVERLAY) => FigureSpot::Segment(SegmentRef {
            cell: tile.cell,
            slot: game.board().bridge_slot(tile),
        }),
        Target::Built(kind) => match game {
            AnyGame::Land(land) => {
                let built = land.pieces().filter(|piece| piece.kind == kind).last()?;
                FigureSpot::Piece(kind, built.number)
            }
            AnyGame::Stronghold(_) => return None,
        },
        Target::Space(kind, number) => FigureSpot::Piece(kind, number),
    })
}

/// Returns the value of the feature at `site` as it stands.
fn worth(game: &AnyGame, site: SegmentRef) -> i32 {
    game.board().segment_at(site).map_or(0, |segment| game.worth(segment).total())
}

/// Returns true if the feature at `site` is complete and scored this turn.
fn is_scored(game: &AnyGame, site: SegmentRef) -> bool {
    let board = game.board();
    board.segment_at(site).is_some_and(|segment| {
        let feature = board.feature(segment);
        let waits = matches!(
            feature.terrain,
            bastide::Terrain::Field | bastide::Terrain::Courtyard | bastide::Terrain::River
        );
        feature.is_complete() && !waits
    })
}

/// Returns the points scored by the recall itself (ABBOT-6, CASTLE-7).
fn recalled(game: &AnyGame, action: Action) -> i32 {
    let (mut after, mut events) = (game.clone(), Vec::new());
    after.play_unchecked_with(action, &mut events);
    let points = |event: &Event| match event {
        Event::Scored(scoring) if scoring.reason == bastide::Reason::Recalled => {
            Some(scoring.tally.total())
        }
        Event::Awarded(award) if award.reason.is_recall() => Some(award.tally.total()),
        _ => None,
    };
    events.iter().find_map(points).unwrap_or(0)
}
