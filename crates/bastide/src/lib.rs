#![doc = include_str!("../README.md")]

mod action;
mod bag;
mod board;
mod error;
mod event;
mod features;
mod fingerprint;
mod flat;
mod frontier;
mod game;
mod geometry;
mod grid;
mod joints;
mod land;
mod notation;
mod room;
mod seat;
pub mod sets;
mod stronghold;
mod tile;

pub use action::{Action, Berth, WallToken};
pub use bag::Bag;
pub use board::{Board, Figure, Laid, Misfit, Spot};
pub use error::{IllegalAction, Illegality, SetupError, SetupProblem};
pub use event::{Award, AwardReason, Event, EventSink, Item, Reason, Scoring, Sector, Tally, Term};
pub use features::{Feature, SegmentId, TileBits, TileIndex};
pub use frontier::{Code, Opening};
pub use game::{Actor, AnyGame, Game, Outcome, Rules, Setup};
pub use geometry::{Axis, Cell, Corner, Edge, Port, PortSet, Rotation};
pub use joints::{Fits, Joint, Joints};
pub use land::{
    Barns, Bridges, Castles, Land, LandRules, Module, ModuleSet, RiverEnds, Wheel, track_space,
};
pub use notation::{BadToken, Notation};
pub use room::Room;
pub use seat::{BadColours, BySeat, Colour, FigureKind, Hand, Seat, SeatColours, SeatSet};
pub use sets::OwnSets;
pub use stronghold::{
    CornerTower, Keep, Purse, Stronghold, StrongholdRules, Wall, WallFileError, WallProblem,
};
pub use tile::{
    Certainty, FieldProblem, Mark, Patch, Role, Segment, Site, Slot, SlotSet, Terrain,
    TileFileError, TileId, TileKind, TileProblem, TileSet,
};
