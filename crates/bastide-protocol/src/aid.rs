//! Questions about a game, and answers: what would follow, what a feature is
//! worth and to whom, who owns the fields, what a bot advises.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::game::{GameEvent, GameView, Offers, Place, TermView, Xy};

/// A question about the game as it stands.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Question {
    /// What would be if these actions were taken now, up to where chance has
    /// its say. Always answered.
    Preview {
        /// As in records.
        actions: Vec<String>,
    },
    /// What several turns would bring, such as all rotations of a tile in one
    /// cell. At most 16. Always answered.
    Previews {
        /// The actions of each turn.
        turns: Vec<Vec<String>>,
    },
    /// About one feature. Always answered if it is complete.
    Feature {
        /// One of its segments, as in records.
        site: String,
    },
    /// Which feature is at a point of the board.
    At {
        /// East.
        x: f32,
        /// South.
        y: f32,
    },
    /// Which features a tile has a part of.
    Tile {
        /// Where it lies.
        cell: Xy,
    },
    /// All fields with owners and cities.
    Fields,
    /// Where no tile that is left can ever go.
    DeadCells,
    /// Points if the game ended now, and what is contested.
    Standing,
    /// A bot's advice, if the table has a coach.
    Hint,
}

/// What would be after some actions, without the whole game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PreviewView {
    /// The actions asked about.
    pub actions: Vec<String>,
    /// What would happen.
    pub events: Vec<GameEvent>,
    /// What could be done next by the same seat; nothing once the turn is
    /// over or chance has its say.
    pub offers: Option<Offers>,
}

/// An answer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Answer {
    /// What would be.
    Preview {
        /// The actions asked about.
        actions: Vec<String>,
        /// What would happen.
        events: Vec<GameEvent>,
        /// The game then; `laid` holds only the tiles laid by the actions.
        game: Box<GameView>,
        /// What could be done next by the same seat; nothing once the turn is
        /// over or chance has its say.
        offers: Option<Offers>,
    },
    /// What would be after each of several turns.
    Previews {
        /// One for each turn asked about, in order.
        previews: Vec<PreviewView>,
    },
    /// A feature; none, if there is nothing at the point.
    Feature {
        /// The feature.
        feature: Option<Box<FeatureView>>,
    },
    /// The features that a tile has a part of: none, if no tile lies there.
    Features {
        /// Each once.
        features: Vec<FeatureView>,
    },
    /// All fields.
    Fields {
        /// The fields.
        fields: Vec<FieldView>,
    },
    /// Where no tile that is left can ever go.
    DeadCells {
        /// The cells.
        cells: Vec<Xy>,
    },
    /// Points if the game ended now.
    Standing {
        /// By seat.
        seats: Vec<StandingView>,
    },
    /// A bot's advice.
    Hint {
        /// The best turns, best first.
        advice: Vec<AdviceView>,
    },
}

/// A feature and all there is to say about it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct FeatureView {
    /// What it is: `city`, `road`, `field`, `monastery`, `garden` and so on.
    pub feature: String,
    /// One of its segments.
    pub site: String,
    /// Its outline, as the data of an SVG path.
    pub outline: String,
    /// On how many tiles it lies.
    pub tiles: u32,
    /// Whether it is complete.
    pub is_complete: bool,
    /// Whether it is never complete: it waits for the end of the game, or is
    /// not scored at all.
    pub is_endless: bool,
    /// What those who claim it are called: `knight`, `farmer` and so on.
    pub role: String,
    /// What it is worth as it stands, term by term.
    pub now: Vec<TermView>,
    /// The sum.
    pub points_now: i32,
    /// What it would be worth if it were finished with as few tiles as
    /// possible; none if it cannot be, or need not.
    pub points_finished: Option<i32>,
    /// How many figures each seat has there.
    pub figures: Vec<u8>,
    /// Who has the majority.
    pub leaders: Vec<u8>,
    /// The open cells it needs.
    pub open: Vec<OpenCell>,
}

/// A cell that a feature needs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct OpenCell {
    /// Where.
    pub cell: Xy,
    /// How many of the tiles left fit there.
    pub fitting: u32,
    /// Of so many.
    pub of: u32,
}

/// A field and who owns it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct FieldView {
    /// One of its segments.
    pub site: String,
    /// Its outline, as the data of an SVG path.
    pub outline: String,
    /// A point in it, for a label.
    pub at: Place,
    /// Who has the majority.
    pub leaders: Vec<u8>,
    /// How many farmers each seat has there.
    pub figures: Vec<u8>,
    /// How many complete cities it has.
    pub cities: u32,
    /// What it is worth as it stands.
    pub points: i32,
}

/// What a seat has and would have.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct StandingView {
    /// Points it has for good.
    pub banked: i32,
    /// Points it would have if the game ended now.
    pub ended_now: i32,
    /// Of those not banked, what others have figures in too.
    pub contested: i32,
}

/// One way to play a turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct AdviceView {
    /// The actions, as in records.
    pub actions: Vec<String>,
    /// What the bot expects of it, in points more than the next best seat.
    pub value: f32,
    /// What speaks for it, as data: see `reason` in the client's words.
    pub reasons: Vec<ReasonView>,
}

/// One thing that speaks for a turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ReasonView {
    /// A word that stands for the sentence: `closes`, `calls_home`, `earns`,
    /// `frees`, `starts`, `awaits`, `ennobles`, `builds_castle`, `joins`,
    /// `grows`, `blocks`, `gives_up`, `takes_token`, `uses_token`,
    /// `moves_keep` or `waits`.
    pub kind: String,
    /// What it is about: `city`, `road` and so on.
    pub feature: Option<String>,
    /// Whose.
    pub seat: Option<u8>,
    /// How many, or how many points.
    pub number: Option<i32>,
    /// Who gets points of it, if any are spoken of.
    pub seats: Vec<u8>,
    /// Who had figures on what is joined.
    pub owners: Vec<u8>,
    /// More about it: the figure that comes home, the sector that is awaited,
    /// what points are earned with; `now`, `completed` or `final` for when
    /// points count.
    pub detail: Option<String>,
    /// Whether it speaks against the turn.
    pub is_against: bool,
}
