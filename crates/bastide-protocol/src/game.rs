//! Public view of a game, the choices it offers and its events.
//!
//! Coordinates are in board units: a tile is 100 units wide, x grows to the east and y to the
//! south, and the centre of cell (0, 0) is the point (50, 50). Cells, sites, spots and actions
//! given as text use record notation.

use bastide::Rules;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::expansions::types::{ExpansionViews, GoodsView, SectorName, SpaceView};
use crate::names::{
    AwardName, AxisName, BuildingName, FigureName, GroundName, ItemName, PieceName, RoleName,
    ScoringReason, TerrainName,
};

/// Coordinates of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Xy {
    /// Cells east of the start cell.
    pub x: i16,
    /// Cells south of the start cell.
    pub y: i16,
}

/// A point on the board.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct BoardPoint {
    /// Distance east, in board units.
    pub x: f32,
    /// Distance south, in board units.
    pub y: f32,
}

/// Snapshot of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct GameView {
    /// Family of the game.
    pub family: Family,
    /// Rules of the land game as in records, for example `base,fields`. Empty for Stronghold.
    pub rules: String,
    /// Name of the sprite that contains its tiles: `base`, `base,river`, `wheel,bridges`,
    /// `stronghold` and so on.
    pub set: String,
    /// Seat whose turn it is.
    pub turn: u8,
    /// Seat that has to act; not always the same as `turn`. None while a chance event is pending
    /// and once the game is over.
    pub to_act: Option<u8>,
    /// The decision that seat has to make.
    pub asked: Option<Prompt>,
    /// Number of turns that have ended.
    pub turns: u32,
    /// Number of actions taken, including draws and reveals.
    pub actions: usize,
    /// The tile that was drawn and not yet placed.
    pub drawn: Option<String>,
    /// Points of each seat.
    pub scores: Vec<i32>,
    /// Figures in the supply of each seat, by kind.
    pub hands: Vec<Vec<FigureCount>>,
    /// Number of tiles left to draw.
    pub tiles_left: u32,
    /// Remaining tiles by kind, which is public information. Empty at aid level `none`.
    pub bag: Vec<TileCount>,
    /// Tiles on the board, in the order they were placed. Pieces that are there from the start,
    /// such as the block of the wheel or the areas along a wall, belong to the backdrop and are not
    /// included.
    pub laid: Vec<LaidView>,
    /// The figures on the board.
    pub figures: Vec<FigureView>,
    /// State of the land game's expansions; none for Stronghold.
    pub land: Option<LandView>,
    /// State specific to Stronghold; none for the land game.
    pub stronghold: Option<StrongholdView>,
}

/// A family of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Family {
    /// A landscape that grows from a start tile.
    Land,
    /// Tiles laid inside a fixed wall, for two players.
    Stronghold,
}

impl Family {
    /// Returns the family of `rules`.
    pub const fn of(rules: &Rules) -> Family {
        match rules {
            Rules::Land(_) => Family::Land,
            Rules::Stronghold(_) => Family::Stronghold,
        }
    }
}

/// Figures of one kind in the supply of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct FigureCount {
    /// Kind of the figures.
    pub figure: FigureName,
    /// Number of figures.
    pub count: u8,
    /// Symbol in the sprite of pieces.
    pub pose: String,
}

/// Number of remaining tiles of one kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TileCount {
    /// Name of the tile kind.
    pub tile: String,
    /// Number of tiles left.
    pub left: u8,
}

/// A tile on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LaidView {
    /// Name of its tile kind.
    pub tile: String,
    /// Cell it lies on.
    pub cell: Xy,
    /// Rotation in clockwise quarter turns.
    pub rotation: u8,
    /// Symbol in the sprite: the tile kind and its canonical rotation.
    pub symbol: String,
    /// Axis of the bridge on it.
    pub bridge: Option<AxisName>,
}

/// A figure on the board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct FigureView {
    /// Seat that owns it.
    pub seat: u8,
    /// Its kind.
    pub figure: FigureName,
    /// Its role there: `knight`, `farmer`, `monk` and so on.
    pub role: RoleName,
    /// Symbol in the sprite of pieces.
    pub pose: String,
    /// Spot it stands on, in record notation.
    pub spot: String,
    /// Point it stands on.
    pub at: BoardPoint,
    /// Drawing scale at that point; usually 1.
    pub scale: f32,
}

/// State of the land game's expansions.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct LandView {
    /// Pieces left in the common supply, by kind; only kinds that are in the game.
    pub supplies: Vec<SupplyView>,
    /// Pieces on the board.
    pub pieces: Vec<PieceView>,
    /// Other state.
    #[serde(flatten)]
    pub others: ExpansionViews,
}

/// Pieces of one kind left in the common supply.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SupplyView {
    /// Kind of the pieces.
    pub piece: PieceName,
    /// Number left.
    pub left: u8,
    /// Icon of the kind.
    pub icon: IconView,
}

/// A symbol of the sprite of pieces and the part of it to show.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct IconView {
    /// Id of the symbol.
    pub symbol: String,
    /// Width and height of the symbol.
    pub size: u8,
    /// Part to show, as the `viewBox` of an SVG element.
    pub view_box: String,
}

/// A piece on the board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PieceView {
    /// Kind of the piece.
    pub piece: PieceName,
    /// Its index among the pieces of its kind, in building order.
    pub number: u8,
    /// Symbol in the sprite of pieces.
    pub symbol: String,
    /// Seat whose figure occupies it.
    pub seat: Option<u8>,
    /// Point it stands on.
    pub at: BoardPoint,
    /// Width of the drawing, in board units.
    pub size: f32,
}

/// A figure on the board that moves to another spot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct MovingFigure {
    /// Spot it stands on, in record notation.
    pub spot: String,
    /// Point it stands on now.
    pub from: BoardPoint,
}

/// State specific to Stronghold.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct StrongholdView {
    /// Markers on the track along the wall, one per seat.
    pub markers: Vec<MarkerView>,
    /// Corner towers of the wall.
    pub corners: Vec<CornerView>,
    /// Face-up tokens of each seat.
    pub tokens: Vec<Vec<TokenView>>,
    /// Keep of each seat, if it has one on the board.
    pub keeps: Vec<Option<KeepView>>,
    /// Number of empty cells in the largest gap.
    pub largest_gap: u32,
    /// Walls drawn where two buildings close each other.
    pub walls: Vec<WallView>,
}

/// A wall drawn between two buildings that close each other; it is not printed on a tile.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct WallView {
    /// Symbol in the sprite of pieces.
    pub symbol: String,
    /// Midpoint of the tile side it stands on.
    pub at: BoardPoint,
}

/// A marker on the track.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct MarkerView {
    /// Index of its space, starting at 0.
    pub space: u32,
    /// Point it stands on.
    pub at: BoardPoint,
}

/// A corner tower of the wall.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct CornerView {
    /// Point it stands on.
    pub at: BoardPoint,
    /// True if a token still lies there.
    pub has_token: bool,
}

/// Tokens of one kind held by a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TokenView {
    /// Kind of token, 1 to 9.
    pub kind: u8,
    /// Number held.
    pub held: u8,
    /// Number of them that can be used this turn.
    pub usable: u8,
}

/// A keep.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct KeepView {
    /// Point it stands on.
    pub at: BoardPoint,
    /// Number of tiles of its house.
    pub size: u8,
}

/// The legal actions of the seat to act.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Offers {
    /// Seat that has to act.
    pub seat: u8,
    /// The decision it has to make.
    pub prompt: Prompt,
    /// Its legal actions.
    pub offers: Vec<Offer>,
}

/// Kind of decision a seat has to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Prompt {
    /// Place the drawn tile.
    LayTile,
    /// Optionally build or place something on the tile just placed: a castle, a barn or a figure.
    AfterTile,
    /// Plague: return one of the seat's own figures to the supply.
    Plague,
    /// Choose which feature is scored next.
    ScoringOrder,
    /// Optionally use a wall token. Never occurs at the end of a game, where the best use of the
    /// remaining tokens is unambiguous (S-END-4).
    UseToken,
}

/// A legal action.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Offer {
    /// The action in record notation, as the client sends it.
    pub action: String,
    /// Its meaning.
    pub what: OfferKind,
}

/// Meaning of an action, with the data needed to draw and describe it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum OfferKind {
    /// Place the drawn tile.
    Place {
        /// Target cell.
        cell: Xy,
        /// Rotation in clockwise quarter turns.
        rotation: u8,
        /// Symbol in the sprite.
        symbol: String,
        /// Axis of the bridge that this placement requires.
        bridge: Option<AxisName>,
    },
    /// Place a figure.
    Deploy {
        /// Its kind.
        figure: FigureName,
        /// Role it would have.
        role: RoleName,
        /// Its symbol in the sprite of pieces.
        pose: String,
        /// Point it would stand on.
        at: BoardPoint,
        /// Drawing scale at that point.
        scale: f32,
        /// Kind of ground it would stand on.
        feature: GroundName,
        /// The part of the board that a space beside the map belongs to.
        #[serde(flatten)]
        space: SpaceView,
        /// A segment of the feature, for follow-up queries.
        site: Option<String>,
        /// Value of the feature as it stands; in Stronghold, as if it were complete. None at aid
        /// level `none`.
        points: Option<i32>,
        /// True if the feature is complete, so that the figure is scored and returned this turn.
        is_complete: bool,
    },
    /// Return a figure to the supply.
    Recall {
        /// Seat that owns it.
        seat: u8,
        /// Its role.
        role: RoleName,
        /// Spot it stands on, in record notation.
        spot: String,
        /// Point it stands on.
        at: BoardPoint,
        /// Points scored by this; none at aid level `none` and for the plague.
        points: Option<i32>,
    },
    /// Build a piece.
    Build {
        /// Kind of the piece.
        piece: BuildingName,
        /// Point it would stand on.
        at: BoardPoint,
        /// The figure that moves in, if the player chooses one.
        figure: Option<MovingFigure>,
    },
    /// Score this feature next.
    Settle {
        /// Terrain of the feature.
        feature: TerrainName,
        /// One of its segments, in record notation.
        site: String,
        /// A point on it.
        at: BoardPoint,
        /// Seats that would receive its points.
        leaders: Vec<u8>,
        /// Value of the feature; none at aid level `none`.
        points: Option<i32>,
    },
    /// Use a wall token.
    UseToken {
        /// Kind of token, 1 to 9.
        token: u8,
        /// A segment of the feature it is used on, in record notation.
        site: Option<String>,
        /// A point on that feature.
        at: Option<BoardPoint>,
        /// Terrain of that feature: `tower` or `house`.
        feature: Option<TerrainName>,
        /// Points scored by this; none at aid level `none`.
        points: Option<i32>,
    },
    /// Take no further optional action.
    Pass,
}

/// An event of a game, with the data needed to draw and describe it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum EventView {
    /// A tile was drawn.
    TileDrawn {
        /// Seat that drew it.
        seat: u8,
        /// Tile kind.
        tile: String,
    },
    /// A drawn tile fits nowhere and was removed from the game.
    TileDiscarded {
        /// Tile kind.
        tile: String,
    },
    /// A tile was placed.
    TilePlaced {
        /// Seat that placed it.
        seat: u8,
        /// The tile.
        laid: LaidView,
    },
    /// A figure was placed.
    FigurePlaced {
        /// The figure.
        figure: FigureView,
    },
    /// A figure was returned to the supply.
    FigureReturned {
        /// The figure, at its former position.
        figure: FigureView,
    },
    /// A figure moved to another spot on the board.
    FigureMoved {
        /// The figure, at its new position.
        figure: FigureView,
        /// Point it stood on before.
        from: BoardPoint,
    },
    /// A piece was built.
    PieceBuilt {
        /// Seat that built it.
        seat: u8,
        /// Kind of the piece.
        piece: BuildingName,
        /// Point it stands on.
        at: BoardPoint,
    },
    /// The pig moved.
    PigMoved {
        /// Sector it stopped on.
        sector: SectorName,
        /// Point it stands on.
        at: BoardPoint,
    },
    /// The player who completed a city took the goods shown in it.
    GoodsTaken {
        /// The player.
        seat: u8,
        /// The tokens taken.
        goods: GoodsView,
        /// A point on the city.
        at: BoardPoint,
    },
    /// The next turn belongs to the same player again, because of the player's builder.
    SecondTurn {
        /// The player.
        seat: u8,
    },
    /// A feature was scored.
    Scored {
        /// Terrain of the feature.
        feature: TerrainName,
        /// One of its segments, in record notation.
        site: String,
        /// A point on it.
        at: BoardPoint,
        /// Reason.
        reason: ScoringReason,
        /// Score, term by term.
        tally: Vec<TermView>,
        /// Sum of `tally`.
        points: i32,
        /// Number of figures of each seat that claim it.
        figures: Vec<u8>,
        /// Strength of these figures, which decides the majority; absent if each counts as one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        strength: Option<Vec<u8>>,
        /// Seats that received the points, each the full amount.
        winners: Vec<u8>,
    },
    /// Points were awarded that do not depend on a majority.
    Awarded {
        /// Seat that received them.
        seat: u8,
        /// Reason.
        reason: AwardName,
        /// Score, term by term.
        tally: Vec<TermView>,
        /// Sum of `tally`.
        points: i32,
    },
    /// A token was taken from a corner tower.
    TokenTaken {
        /// Seat that took it.
        seat: u8,
        /// Index of the tower.
        corner: u8,
        /// Point it lay on.
        at: BoardPoint,
    },
    /// A token was revealed.
    TokenRevealed {
        /// Seat that owns it.
        seat: u8,
        /// Kind of token.
        token: u8,
    },
    /// A token was used.
    TokenUsed {
        /// Seat that used it.
        seat: u8,
        /// Kind of token.
        token: u8,
        /// A segment of the feature it was used on, in record notation.
        site: Option<String>,
    },
    /// A keep was placed on a house.
    KeepMoved {
        /// Seat that owns it.
        seat: u8,
        /// Point it stands on.
        at: BoardPoint,
        /// Number of tiles of the house.
        size: u8,
    },
    /// The next turn began.
    TurnBegan {
        /// Seat whose turn it is.
        seat: u8,
    },
    /// The game is over.
    GameEnded {
        /// Seats with the most points.
        winners: Vec<u8>,
    },
}

/// One term of a score, for example 5 tiles at 2 points each.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TermView {
    /// Unit counted: `tile`, `shield`, `city` and so on.
    pub item: ItemName,
    /// Number of units.
    pub count: u16,
    /// Points per unit.
    pub each: u8,
}
