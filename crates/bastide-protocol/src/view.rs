//! Conversion of a game into its public view.

use bastide::{
    Actor, AnyGame, Figure, FigureKind, FigureSpot, Game, Hand, Laid, Land, Piece, PieceKind, Seat,
    Stronghold, TileUse,
};
use bastide_art::{
    Anchor, Icon, Pose, closing_walls, marker_points, piece_icon, piece_point, pose, spot_anchor,
    tower_points,
};

use crate::expansions::types::ExpansionViews;
use crate::game::{
    BoardPoint, CornerView, Family, FigureCount, FigureView, GameView, IconView, KeepView,
    LaidView, LandView, MarkerView, PieceView, StrongholdView, SupplyView, TileCount, TokenView,
    WallView, Xy,
};
use crate::names::{self, AxisName};
use crate::new_table::Aid;
use crate::offers::asked;
use crate::view_builder::{ViewBuilder, place};

/// Width of the drawing of a piece, in board units.
const PIECE_SIZE: f32 = 50.0;

impl ViewBuilder {
    /// Returns the view of a game after `actions` actions (including draws and reveals) and `turns`
    /// completed turns.
    pub fn game(&self, game: &AnyGame, actions: usize, turns: usize, aid: Aid) -> GameView {
        self.game_from(game, actions, turns, aid, 0)
    }

    /// Returns the same view without the first `known` of its tiles.
    pub fn game_from(
        &self,
        game: &AnyGame,
        actions: usize,
        turns: usize,
        aid: Aid,
        known: usize,
    ) -> GameView {
        let mut view = self.sketch(game, actions, turns, aid);
        let shown = game.board().laid().iter().filter(|laid| is_shown(game, laid));
        view.laid = shown.skip(known).map(|laid| self.laid(laid)).collect();
        view
    }

    /// Returns the same view with `laid` empty.
    pub(crate) fn sketch(
        &self,
        game: &AnyGame,
        actions: usize,
        turns: usize,
        aid: Aid,
    ) -> GameView {
        let seats = game.seats();
        let figures = game.board().figures();
        GameView {
            family: match game {
                AnyGame::Land(_) => Family::Land,
                AnyGame::Stronghold(_) => Family::Stronghold,
            },
            rules: match game {
                AnyGame::Land(land) => land.rules().to_string(),
                AnyGame::Stronghold(_) => String::new(),
            },
            set: self.set().to_owned(),
            turn: number(game.turn()),
            to_act: match game.to_act() {
                Actor::Seat(seat) => Some(number(seat)),
                Actor::Chance | Actor::Nobody => None,
            },
            asked: asked(game),
            turns: u32::try_from(turns).unwrap_or(u32::MAX),
            actions,
            drawn: game.drawn().map(|tile| self.tile(tile)),
            scores: game.scores().iter(seats).map(|(_, &points)| points).collect(),
            hands: game
                .hands()
                .iter(seats)
                .map(|(seat, hand)| hand_view(game, seat, hand))
                .collect(),
            tiles_left: game.bag().left(),
            bag: match aid {
                Aid::None => Vec::new(),
                Aid::Standard | Aid::Coach => self.bag(game),
            },
            laid: Vec::new(),
            figures: figures.iter().map(|figure| self.figure(game, figure)).collect(),
            land: match game {
                AnyGame::Land(land) => Some(land_view(game, land)),
                AnyGame::Stronghold(_) => None,
            },
            stronghold: match game {
                AnyGame::Land(_) => None,
                AnyGame::Stronghold(stronghold) => Some(self.stronghold(stronghold)),
            },
        }
    }

    /// Returns the visible tiles on the board, without the first `skip` placed ones.
    pub(crate) fn laid_from(&self, game: &AnyGame, skip: usize) -> Vec<LaidView> {
        let laid = game.board().laid().iter().skip(skip);
        laid.filter(|laid| is_shown(game, laid)).map(|laid| self.laid(laid)).collect()
    }

    /// Converts a tile on the board.
    pub(crate) fn laid(&self, laid: &Laid) -> LaidView {
        LaidView {
            tile: self.tile(laid.kind),
            cell: xy(laid.cell),
            rotation: laid.rotation.quarter_turns(),
            symbol: self.symbol(laid.kind, laid.rotation),
            bridge: laid.bridge.map(AxisName::from),
        }
    }

    /// Converts a figure that is, was or could be on the board.
    pub(crate) fn figure(&self, game: &AnyGame, figure: &Figure) -> FigureView {
        let (at, scale) = self.spot(game, figure.spot);
        FigureView {
            seat: number(figure.seat),
            figure: figure.kind.into(),
            role: names::role_at(game, figure.kind, figure.spot),
            pose: format!("{}{}", pose(game.board(), figure).name(), figure.seat.index()),
            spot: figure.spot.to_string(),
            at,
            scale,
        }
    }

    /// Returns the position and drawing scale of a figure on `spot`.
    pub(crate) fn spot(&self, game: &AnyGame, spot: FigureSpot) -> (BoardPoint, f32) {
        let anchor = match spot {
            FigureSpot::Segment(site) => self.anchor(game.board(), site),
            FigureSpot::Piece(..) => spot_anchor(game, &self.atlas, spot),
        };
        match anchor {
            Some(Anchor { at, scale }) => {
                #[allow(clippy::cast_possible_truncation)] // loses precision only
                let scale = scale as f32;
                (place(at), scale)
            }
            // A wheel that is too small to be drawn has no anchors.
            None => (BoardPoint { x: 50.0, y: 50.0 }, 1.0),
        }
    }

    fn bag(&self, game: &AnyGame) -> Vec<TileCount> {
        let kinds = self.tiles().iter().map(|(id, kind)| (&kind.name, game.bag().count(id)));
        kinds
            .filter(|&(_, left)| left > 0)
            .map(|(name, left)| TileCount { tile: name.to_string(), left })
            .collect()
    }

    fn stronghold(&self, game: &Stronghold) -> StrongholdView {
        let wall = game.wall();
        let markers = marker_points(game).into_iter();
        let towers = (0..).zip(tower_points(wall));
        let keep = |seat: Seat| {
            let keep = game.keep(seat)?;
            let at = self.anchor(game.board(), keep.site)?.at;
            Some(KeepView { at: place(at), size: keep.size })
        };
        let tokens = |seat: Seat| {
            let purse = game.purse(seat);
            let token = |(token, held): (bastide::WallToken, u8)| TokenView {
                kind: token.kind(),
                held,
                usable: purse.usable(token),
            };
            purse.iter().map(token).collect()
        };
        StrongholdView {
            markers: markers
                .map(|(seat, at)| MarkerView { space: u32::from(game.space(seat)), at: place(at) })
                .collect(),
            corners: towers
                .map(|(n, at)| CornerView { at: place(at), has_token: game.has_token(n) })
                .collect(),
            tokens: Seat::all(game.seats()).map(tokens).collect(),
            keeps: Seat::all(game.seats()).map(keep).collect(),
            largest_gap: game.largest_gap(),
            walls: closing_walls(game)
                .into_iter()
                .map(|(symbol, at)| WallView { symbol: symbol.to_owned(), at: place(at) })
                .collect(),
        }
    }
}

/// Returns the figures in a supply: all ordinary ones, and those of other kinds that are in the game.
fn hand_view(game: &AnyGame, seat: Seat, hand: &Hand) -> Vec<FigureCount> {
    let is_shown =
        |&(kind, _): &(FigureKind, u8)| kind == FigureKind::MEEPLE || game.has_kind(kind);
    let count = |(kind, count): (FigureKind, u8)| FigureCount {
        figure: kind.into(),
        count,
        pose: format!("{}{}", Pose::in_supply(kind).name(), seat.index()),
    };
    hand.iter().filter(is_shown).map(count).collect()
}

fn land_view(game: &AnyGame, land: &Land) -> LandView {
    let supply = |(kind, left): (PieceKind, u8)| {
        let Icon { symbol, size, view_box } = piece_icon(kind);
        let icon = IconView { symbol: symbol.to_owned(), size, view_box: view_box.to_owned() };
        SupplyView { piece: kind.into(), left, icon }
    };
    let piece = |piece: Piece| {
        let figure = game.board().figure_at(FigureSpot::Piece(piece.kind, piece.number));
        PieceView {
            piece: piece.kind.into(),
            number: piece.number,
            symbol: piece.kind.name().to_owned(),
            seat: figure.map(|figure| number(figure.seat)),
            at: place(piece_point(game.board(), piece.location)),
            size: PIECE_SIZE,
        }
    };
    LandView {
        supplies: land.supplies().map(supply).collect(),
        pieces: land.pieces().map(piece).collect(),
        others: ExpansionViews::of(game, land),
    }
}

/// Returns the number of tiles in the view of a game.
pub fn shown_tiles(game: &AnyGame) -> usize {
    game.board().laid().iter().filter(|laid| is_shown(game, laid)).count()
}

/// Returns true if a tile is part of the view; all others belong to the backdrop.
fn is_shown(game: &AnyGame, laid: &Laid) -> bool {
    game.board().kind_of(laid).usage != TileUse::Patch
}

/// Returns the index of a seat, starting at 0.
pub(crate) fn number(seat: Seat) -> u8 {
    u8::try_from(seat.index()).expect("the index of a seat fits in a byte")
}

/// Converts a cell to its wire form.
pub(crate) fn xy(cell: bastide::Cell) -> Xy {
    Xy { x: i16::from(cell.x), y: i16::from(cell.y) }
}
