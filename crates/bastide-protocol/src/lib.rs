//! Wire types of the protocol between Bastide's server and its clients.
//!
//! This crate defines the messages and converts a game into its public view; it does no networking
//! and no storage. A [`GameView`] is everything a client learns about a game. It has no field for
//! the seed, the order of undrawn tiles or an unrevealed token, so these cannot leak.

// A truncated number could name a different player, seat or fact.
#![deny(clippy::cast_possible_truncation)]

mod aid;
mod cached_json;
mod engines;
mod events;
mod expansions;
mod features;
mod game;
mod games;
mod hints;
mod message;
mod moderation;
mod names;
mod new_table;
mod offers;
mod push;
mod puzzles;
mod questions;
mod receipt;
mod rest;
mod review;
mod scenes;
mod standing;
mod table;
mod view;
mod view_builder;

pub use aid::{
    AdviceView, Answer, FeatureView, FieldView, OpenCell, PointsWhen, PreviewView, Question,
    ReasonKind, ReasonView, StandingView,
};
pub use cached_json::CachedJson;
pub use engines::{EngineGame, EngineLine, EngineList, EngineStanding};
pub use expansions::types::*;
pub use game::{
    BoardPoint, CornerView, EventView, Family, FigureCount, FigureView, GameView, IconView,
    KeepView, LaidView, LandView, MarkerView, MovingFigure, Offer, OfferKind, Offers, PieceView,
    Prompt, StrongholdView, SupplyView, TermView, TileCount, TokenView, WallView, Xy,
};
pub use games::{ExpansionKind, GameKind, games};
pub use hints::reason_view;
pub use message::{ClientMsg, Command, Done, PROTOCOL, Problem, ProblemCode, Scene, ServerMsg};
pub use moderation::{
    Moderate, Moderated, ModerationView, NewReport, PersonRef, ReportTaken, Whom,
};
pub use names::{
    AwardName, AxisName, BaseName, BuildingName, ExpansionName, FigureName, Ground, GroundName,
    ItemName, PieceName, RoleName, ScoringReason, TerrainName,
};
pub use new_table::{
    Aid, ClockPlan, Colour, DealPlan, FirstSeat, GoOn, NewSeat, NewTable, SeatPlan, Seated,
    UndoPolicy, Visibility, usual_stand_in,
};
pub use offers::read_action;
pub use push::{ForgetPush, NewPush, PushCount, PushKey, PushLanguage, TurnPush};
pub use puzzles::{
    ForecastView, PuzzleAnswerView, PuzzleLine, PuzzleView, RatedView, RatingView, RefutationView,
};
pub use questions::Standpoint;
pub use receipt::{Chain, ChainFact, PublicKey, Receipt};
pub use rest::{
    BagView, BotLine, BotList, BotSort, Deed, KindCount, Language, LoggedFact, Moment, Outline,
    PositionView, PublishTable, Redeem, Scenes, Stretch, TableList, Verdict,
};
pub use review::{
    OutlookView, ReviewMismatch, ReviewPlayerView, ReviewRecord, ReviewStartView, ReviewStepView,
    ReviewTurnView, ReviewView, VerdictName,
};
pub use standing::standing;
pub use table::{
    AwayView, ClockView, DealStage, DealView, ENGINE, Ending, Handover, Occupant, Phase, Proposal,
    ProposalView, SaltView, SeatView, TableEvent, TableEventKind, TableLine, TableView, engine_of,
};
pub use view::shown_tiles;
pub use view_builder::ViewBuilder;
