#![doc = include_str!("../README.md")]
// Unit tests use the standard library.
#![cfg_attr(not(test), no_std)]

extern crate alloc;

mod action;
mod any_game;
mod bag;
mod board;
mod capacity;
mod error;
mod event;
mod features;
mod figure;
mod fingerprint;
mod fixed_vec;
mod frontier;
mod game;
mod geometry;
mod grid;
mod joints;
mod land;
mod notation;
mod piece;
mod registry;
mod seat;
#[cfg(feature = "serde")]
mod serial;
pub mod sets;
mod setup;
mod stronghold;
mod tile;

pub use action::{Action, Target, WallToken};
pub use any_game::AnyGame;
pub use bag::Bag;
pub use board::{Board, Figure, FigureSpot, Laid, Misfit};
pub use capacity::Capacity;
pub use error::{IllegalAction, Illegality, SetupError, SetupProblem};
pub use event::{Award, AwardReason, Event, EventSink, Item, Reason, Scoring, Sector, Tally, Term};
pub use features::{Feature, SegmentId, TileBits, TileIndex};
pub use figure::{FigureKind, FigureSpec, Hand, roles};
pub use frontier::{Code, Opening};
pub use game::{Actor, Game, Outcome};
pub use geometry::{Axis, Cell, Corner, Edge, Port, PortSet, Rotation};
pub use joints::{Fits, Joint, Joints};
pub use land::{
    ABBOT, BARN, BRIDGE, Barns, Bridges, CASTLE, CROWN, Castles, Expansion, ExpansionSet, Land,
    LandRules, RiverEnds, Wheel, track_space,
};
pub use notation::{BadToken, Notation};
pub use piece::{BuildSite, Piece, PieceKind, PieceLocation, PieceSpec, TargetForm};
pub use seat::{BadColours, BySeat, Colour, Seat, SeatColours, SeatSet};
pub use sets::OwnSets;
pub use setup::{LandSetup, Rules, Setup, StrongholdSetup};
pub use stronghold::{
    CornerTower, Keep, Purse, Stronghold, StrongholdRules, Wall, WallFileError, WallProblem,
};
pub use tile::{
    Certainty, FieldProblem, Mark, Patch, Segment, SegmentIndex, SegmentRef, SegmentSet, Terrain,
    TileFileError, TileId, TileKind, TileProblem, TileSet, TileUse,
};
