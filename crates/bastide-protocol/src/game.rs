//! A game as a client sees it, and what it may do there.
//!
//! Coordinates are those of the pictures: a tile is 100 units wide, x grows to
//! the east and y to the south, and the middle of cell (0, 0) is the point
//! (50, 50). Cells, sites, spots and actions as text are those of records.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Xy {
    /// East of the start.
    pub x: i16,
    /// South of it.
    pub y: i16,
}

/// A point on the board.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Place {
    /// East.
    pub x: f32,
    /// South.
    pub y: f32,
}

/// A game at one moment.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct GameView {
    /// `land` or `stronghold`.
    pub family: String,
    /// The mix: `base,fields`. Empty within a wall.
    pub rules: String,
    /// The sprite that has its tiles: `base`, `base,river`, `wheel,bridges`,
    /// `stronghold` and so on.
    pub set: String,
    /// Whose turn it is.
    pub turn: u8,
    /// Who is to act; not always the one whose turn it is. Nobody once the
    /// game is over.
    pub to_act: Option<u8>,
    /// What that seat is asked.
    pub asked: Option<Prompt>,
    /// How many turns have ended.
    pub turns: u32,
    /// How many actions were taken, chance included.
    pub actions: usize,
    /// The tile drawn and not yet laid.
    pub drawn: Option<String>,
    /// Points by seat.
    pub scores: Vec<i32>,
    /// What each seat has in supply.
    pub hands: Vec<HandView>,
    /// How many tiles are left to draw.
    pub tiles_left: u32,
    /// The tiles left by kind, as anybody could count them. Empty if the
    /// table wants no aids.
    pub bag: Vec<TileCount>,
    /// The tiles on the board, in the order they came. What lies there before
    /// the first of them, the block of a wheel or the areas along a wall, is
    /// part of the backdrop and not in here.
    pub laid: Vec<LaidView>,
    /// The figures on the board.
    pub figures: Vec<FigureView>,
    /// What only the options of the land have.
    pub land: Option<LandView>,
    /// What only the game within a wall has.
    pub stronghold: Option<StrongholdView>,
}

/// What a seat has in supply.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct HandView {
    /// Meeples.
    pub meeples: u8,
    /// Abbots.
    pub abbots: u8,
}

/// Tiles of one kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TileCount {
    /// The name of the kind.
    pub tile: String,
    /// How many are left.
    pub left: u8,
}

/// A tile on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LaidView {
    /// The name of its kind.
    pub tile: String,
    /// Where.
    pub cell: Xy,
    /// How often it is turned clockwise by a quarter.
    pub rotation: u8,
    /// The symbol of the sprite: kind and the turn that looks the same.
    pub symbol: String,
    /// The bridge on it: `h` runs from west to east, `v` from north to south.
    pub bridge: Option<String>,
}

/// A figure on the board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct FigureView {
    /// Whose.
    pub seat: u8,
    /// `meeple` or `abbot`.
    pub figure: String,
    /// What it is there: `knight`, `farmer`, `monk` and so on.
    pub role: String,
    /// How it is drawn: the symbol of the sprite of pieces.
    pub pose: String,
    /// Where, as in records.
    pub spot: String,
    /// The point it stands on.
    pub at: Place,
    /// How large it is drawn there; 1 as a rule.
    pub scale: f32,
}

/// What only the options of the land have.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct LandView {
    /// What is left for everybody to build.
    pub supply: SupplyView,
    /// Castles built, with the point they stand on.
    pub castles: Vec<BuildingView>,
    /// Barns built.
    pub barns: Vec<BuildingView>,
    /// The sector of the wheel the pig is on, with its point.
    pub pig: Option<PigView>,
}

/// Buildings in the common supply; none where the game has no such thing.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct SupplyView {
    /// Bridges.
    pub bridges: Option<u8>,
    /// Castles.
    pub castles: Option<u8>,
    /// Barns.
    pub barns: Option<u8>,
}

/// A castle or a barn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct BuildingView {
    /// Its number.
    pub number: u8,
    /// Who is in it.
    pub seat: Option<u8>,
    /// The point it stands on.
    pub at: Place,
}

/// The pig on the wheel.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PigView {
    /// The name of the sector.
    pub sector: String,
    /// The point it stands on.
    pub at: Place,
}

/// What only the game within a wall has.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct StrongholdView {
    /// The markers on the track along the wall, by seat: space and point.
    pub markers: Vec<MarkerView>,
    /// The corner towers, and whether a token still lies there.
    pub corners: Vec<CornerView>,
    /// The tokens each seat has, face up.
    pub tokens: Vec<Vec<TokenView>>,
    /// The keep of each seat.
    pub keeps: Vec<Option<KeepView>>,
    /// How many empty cells the largest gap has.
    pub largest_gap: u32,
    /// The walls where buildings close each other.
    pub walls: Vec<WallView>,
}

/// A wall that no tile has, between buildings that close each other.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct WallView {
    /// How it is drawn: the symbol of the sprite of pieces.
    pub symbol: String,
    /// The middle of the side it stands on.
    pub at: Place,
}

/// A marker on the track.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct MarkerView {
    /// The space, from 0.
    pub space: u32,
    /// The point it stands on.
    pub at: Place,
}

/// A corner tower of the wall.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct CornerView {
    /// The point it stands on.
    pub at: Place,
    /// Whether a token still lies there.
    pub has_token: bool,
}

/// Tokens of one kind that a seat has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TokenView {
    /// The kind, 1 to 9.
    pub kind: u8,
    /// How many.
    pub held: u8,
    /// How many of them can be used this turn.
    pub usable: u8,
}

/// A keep.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct KeepView {
    /// The point it stands on.
    pub at: Place,
    /// How many tiles its house has.
    pub size: u8,
}

/// What a seat can do now.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Offers {
    /// Who is asked.
    pub seat: u8,
    /// What is asked.
    pub prompt: Prompt,
    /// What can be answered.
    pub offers: Vec<Offer>,
}

/// What a seat is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Prompt {
    /// Lay the drawn tile.
    LayTile,
    /// Something may be built or placed with the tile just laid: a castle, a
    /// barn, a figure.
    AfterTile,
    /// The plague: one of one's figures has to go home.
    Plague,
    /// Choose what is scored next.
    ScoringOrder,
    /// A wall token may be used. At the end of a game nothing is asked: the
    /// best use of the tokens left is never in doubt (S-END-4).
    UseToken,
}

/// One thing that can be done.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Offer {
    /// As in records; what a client sends.
    pub action: String,
    /// What it means.
    pub what: OfferKind,
}

/// What an action means, with what is needed to draw and to tell it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum OfferKind {
    /// Lay the tile.
    Place {
        /// Where.
        cell: Xy,
        /// How often it is turned clockwise by a quarter.
        rotation: u8,
        /// The symbol of the sprite.
        symbol: String,
        /// The bridge this needs.
        bridge: Option<String>,
    },
    /// Place a figure.
    Deploy {
        /// `meeple` or `abbot`.
        figure: String,
        /// What it will be.
        role: String,
        /// Its symbol.
        pose: String,
        /// Where it will stand.
        at: Place,
        /// How large it is drawn.
        scale: f32,
        /// What it will stand on: `city`, `road`, `field`, `crown` and so on.
        feature: String,
        /// The sector of the wheel, for a crown space.
        sector: Option<String>,
        /// One of its segments, for asking about it.
        site: Option<String>,
        /// What the feature is worth as it stands, inside a wall as if it
        /// were complete; not told without aids.
        points: Option<i32>,
        /// Whether it is complete, so that the figure comes home at once.
        is_complete: bool,
    },
    /// Take a figure back.
    Recall {
        /// Whose.
        seat: u8,
        /// What it is.
        role: String,
        /// The spot, as in records.
        spot: String,
        /// Where it stands.
        at: Place,
        /// The points that brings; not told without aids, and none if the
        /// plague takes it.
        points: Option<i32>,
    },
    /// Build a castle.
    BuildCastle {
        /// Where.
        at: Place,
    },
    /// Build a barn.
    BuildBarn {
        /// Where.
        at: Place,
        /// The farmer that moves in: its spot.
        farmer: String,
        /// Where that farmer is now.
        from: Place,
    },
    /// Score this feature next.
    Settle {
        /// What it is.
        feature: String,
        /// One of its segments.
        site: String,
        /// A point on it.
        at: Place,
        /// Who gets its points.
        leaders: Vec<u8>,
        /// What it is worth; not told without aids.
        points: Option<i32>,
    },
    /// Use a wall token.
    UseToken {
        /// Its kind, 1 to 9.
        token: u8,
        /// One of the segments of what it is used on.
        site: Option<String>,
        /// A point there.
        at: Option<Place>,
        /// What it is used on: `tower` or `house`.
        feature: Option<String>,
        /// The points that brings; not told without aids.
        points: Option<i32>,
    },
    /// Do nothing, or no more.
    Pass,
}

/// Something that happened in a game, ready to be shown and told.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum GameEvent {
    /// A tile was drawn.
    TileDrawn {
        /// For whom.
        seat: u8,
        /// Its kind.
        tile: String,
    },
    /// It fits nowhere and is out of the game.
    TileDiscarded {
        /// Its kind.
        tile: String,
    },
    /// A tile was laid.
    TilePlaced {
        /// By whom.
        seat: u8,
        /// The tile.
        laid: LaidView,
    },
    /// A figure was placed.
    FigurePlaced {
        /// The figure.
        figure: FigureView,
    },
    /// A figure went home.
    FigureReturned {
        /// The figure, where it stood.
        figure: FigureView,
    },
    /// A figure moved on the board.
    FigureMoved {
        /// The figure, where it stands now.
        figure: FigureView,
        /// Where it stood.
        from: Place,
    },
    /// A castle was built.
    CastleBuilt {
        /// By whom.
        seat: u8,
        /// Where.
        at: Place,
    },
    /// A barn was built.
    BarnBuilt {
        /// By whom.
        seat: u8,
        /// Where.
        at: Place,
    },
    /// The pig moved.
    PigMoved {
        /// The sector it stopped on.
        sector: String,
        /// The point it stands on.
        at: Place,
    },
    /// A feature was scored.
    Scored {
        /// What.
        feature: String,
        /// One of its segments.
        site: String,
        /// A point on it.
        at: Place,
        /// Why: `completed`, `game-end` and so on.
        reason: String,
        /// What it is worth, term by term.
        tally: Vec<TermView>,
        /// The sum.
        points: i32,
        /// How many figures each seat had there.
        figures: Vec<u8>,
        /// Who got the points, each in full.
        winners: Vec<u8>,
    },
    /// Points that no majority gives.
    Awarded {
        /// Who got them.
        seat: u8,
        /// Why: `lady`, `crown`, `keep` and so on.
        reason: String,
        /// Term by term.
        tally: Vec<TermView>,
        /// The sum.
        points: i32,
    },
    /// A token was taken from a corner tower.
    TokenTaken {
        /// By whom.
        seat: u8,
        /// The number of the tower.
        corner: u8,
        /// The point it lay on.
        at: Place,
    },
    /// It was turned up.
    TokenRevealed {
        /// Whose it is.
        seat: u8,
        /// Its kind.
        token: u8,
    },
    /// A token was used.
    TokenUsed {
        /// By whom.
        seat: u8,
        /// Its kind.
        token: u8,
        /// One of the segments of what it was used on.
        site: Option<String>,
    },
    /// A keep was put on a house.
    KeepMoved {
        /// Whose.
        seat: u8,
        /// Where.
        at: Place,
        /// How many tiles the house has.
        size: u8,
    },
    /// The next seat has the turn.
    TurnBegan {
        /// Whose turn it is.
        seat: u8,
    },
    /// The game is over.
    GameEnded {
        /// Who has the most points.
        winners: Vec<u8>,
    },
}

/// One term of a sum: 5 tiles at 2 points each.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TermView {
    /// What was counted: `tile`, `shield`, `city` and so on.
    pub item: String,
    /// How many.
    pub count: u16,
    /// Points for each.
    pub each: u8,
}
