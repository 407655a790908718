//! Queries about a game and their answers: previews, feature values, field owners and bot advice.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::expansions::types::{SpaceView, TakenView};
use crate::game::{BoardPoint, EventView, GameView, Offers, TermView, Xy};
use crate::names::{AwardName, FigureName, PieceName, RoleName, TerrainName};

/// A query about the current state of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Question {
    /// Result of taking these actions now, up to the next chance event. Allowed at every aid level.
    Preview {
        /// The actions, in record notation.
        actions: Vec<String>,
    },
    /// Results of several alternative turns, such as all rotations of a tile in one cell. At most
    /// 16. Allowed at every aid level.
    Previews {
        /// The actions of each turn, in record notation.
        turns: Vec<Vec<String>>,
    },
    /// Details of one feature. Allowed at every aid level if the feature is complete.
    Feature {
        /// Any segment of the feature, in record notation.
        site: String,
    },
    /// The feature at a point of the board.
    At {
        /// Distance east, in board units.
        x: f32,
        /// Distance south, in board units.
        y: f32,
    },
    /// The features with at least one segment on a tile.
    Tile {
        /// Cell of the tile.
        cell: Xy,
    },
    /// All fields with their owners and adjacent complete cities.
    Fields,
    /// Empty cells that no remaining tile fits.
    DeadCells,
    /// Points of each seat if the game ended now, and how many of them are contested.
    Standing,
    /// Advice of a bot. Requires the aid level `coach`.
    Hint,
}

/// Result of a sequence of actions, without the full game view.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PreviewView {
    /// The actions of the query.
    pub actions: Vec<String>,
    /// Events the actions would cause.
    pub events: Vec<EventView>,
    /// The next choices of the same seat; none if its turn is over or a chance event follows.
    pub offers: Option<Offers>,
}

/// Answer to a query.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Answer {
    /// Result of a sequence of actions.
    Preview {
        /// The actions of the query.
        actions: Vec<String>,
        /// Events the actions would cause.
        events: Vec<EventView>,
        /// Game after the actions; `laid` holds only the tiles placed by them.
        game: Box<GameView>,
        /// The next choices of the same seat; none if its turn is over or a chance event follows.
        offers: Option<Offers>,
    },
    /// Results of several alternative turns.
    Previews {
        /// One entry per turn of the query, in order.
        previews: Vec<PreviewView>,
    },
    /// A single feature.
    Feature {
        /// The feature; none if there is no feature at that point.
        feature: Option<Box<FeatureView>>,
    },
    /// The features on a tile; empty if the cell is empty.
    Features {
        /// The features, without duplicates.
        features: Vec<FeatureView>,
    },
    /// All fields of the board.
    Fields {
        /// The fields; empty if the game is played without farmers.
        fields: Vec<FieldView>,
    },
    /// Empty cells that no remaining tile fits.
    DeadCells {
        /// The cells.
        cells: Vec<Xy>,
    },
    /// Points if the game ended now.
    Standing {
        /// One entry per seat.
        seats: Vec<StandingView>,
    },
    /// Advice of a bot.
    Hint {
        /// Recommended turns, best first.
        advice: Vec<AdviceView>,
    },
}

/// Full description of a feature.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct FeatureView {
    /// Terrain.
    pub feature: TerrainName,
    /// One of its segments, in record notation.
    pub site: String,
    /// Outline as SVG path data.
    pub outline: String,
    /// Number of tiles it covers.
    pub tiles: u32,
    /// True if it is complete.
    pub is_complete: bool,
    /// True if this terrain is never completed: it scores at the end of the game or not at all.
    pub is_endless: bool,
    /// Role of a figure that claims it.
    pub role: RoleName,
    /// Value as it stands, term by term.
    pub now: Vec<TermView>,
    /// Sum of `now`.
    pub points_now: i32,
    /// Value if it were completed with the fewest possible tiles; none if it is complete, cannot be
    /// completed, or never completes.
    pub points_finished: Option<i32>,
    /// Number of figures of each seat that claim it.
    pub figures: Vec<u8>,
    /// Strength of these figures, which decides the majority; absent if each counts as one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub strength: Option<Vec<u8>>,
    /// Seats that would receive its points.
    pub leaders: Vec<u8>,
    /// Empty cells that must be filled to complete it.
    pub open: Vec<OpenCell>,
}

/// An empty cell that must be filled to complete a feature.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct OpenCell {
    /// The cell.
    pub cell: Xy,
    /// Number of remaining tiles that fit the cell.
    pub fitting: u32,
    /// Total number of remaining tiles.
    pub of: u32,
}

/// A field and its owners.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct FieldView {
    /// One of its segments, in record notation.
    pub site: String,
    /// Outline as SVG path data.
    pub outline: String,
    /// A point inside the field, for a label.
    pub at: BoardPoint,
    /// Seats that would receive its points.
    pub leaders: Vec<u8>,
    /// Number of farmers of each seat in it.
    pub figures: Vec<u8>,
    /// Number of adjacent complete cities.
    pub cities: u32,
    /// Value as it stands.
    pub points: i32,
}

/// Current and projected points of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct StandingView {
    /// Points already scored.
    pub banked: i32,
    /// Points if the game ended now.
    pub ended_now: i32,
    /// Part of the unscored points from features that other seats also have figures on.
    pub contested: i32,
}

/// A recommended turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct AdviceView {
    /// The actions, in record notation.
    pub actions: Vec<String>,
    /// Evaluation by the bot, in points ahead of the best opponent.
    pub value: f32,
    /// Reasons for and against the turn, as data; clients turn them into text.
    pub reasons: Vec<ReasonView>,
}

/// Kind of a reason for or against a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReasonKind {
    /// Completes a feature.
    Closes,
    /// Recalls a figure and scores its feature.
    CallsHome,
    /// Earns points that do not depend on a majority.
    Earns,
    /// Returns figures to the supply.
    Frees,
    /// Claims a feature.
    Starts,
    /// Places a figure on a piece or a space beside the map.
    Occupies,
    /// Builds a piece.
    Builds,
    /// Joins claimed features.
    Joins,
    /// Enlarges a claimed feature.
    Grows,
    /// Makes a feature hard to complete.
    Blocks,
    /// Gives up a figure to the plague.
    GivesUp,
    /// Takes a wall token.
    TakesToken,
    /// Uses a wall token.
    UsesToken,
    /// Moves the keep.
    MovesKeep,
    /// Adds a builder or a pig to an own feature.
    Supports,
    /// Takes tokens that only an expansion has.
    Takes,
    /// Earns a second turn.
    EarnsTurn,
    /// Has another effect that only an expansion has.
    Special,
    /// Saves figures for later.
    Waits,
}

/// When points count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PointsWhen {
    /// At once.
    Now,
    /// When the feature is complete.
    Completed,
    /// At the end of the game.
    Final,
}

/// A reason for or against a turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ReasonView {
    /// Kind of the reason.
    pub kind: ReasonKind,
    /// Terrain concerned.
    pub feature: Option<TerrainName>,
    /// Seat concerned.
    pub seat: Option<u8>,
    /// Count or points, depending on `kind`.
    pub number: Option<i32>,
    /// Seats that receive the points, if any.
    pub seats: Vec<u8>,
    /// For `joins`: seats with figures on the features that are joined.
    pub owners: Vec<u8>,
    /// For `frees` and `supports`: kind of the figures that return or are placed.
    pub figure: Option<FigureName>,
    /// For `builds` and `occupies`: kind of the piece.
    pub piece: Option<PieceName>,
    /// For `occupies`: the part of the board that the space belongs to.
    #[serde(flatten)]
    pub space: SpaceView,
    /// For `earns`: the reason for the points.
    pub award: Option<AwardName>,
    /// For `takes`: what is taken.
    #[serde(flatten)]
    pub taken: TakenView,
    /// For features: when the points count.
    pub when: Option<PointsWhen>,
    /// True if it is a reason against the turn.
    pub is_against: bool,
}
