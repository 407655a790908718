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
mod insertion_sort;
mod joints;
mod kind;
mod land;
mod mark;
mod notation;
mod piece;
mod registry;
mod seat;
#[cfg(feature = "serde")]
mod serial;
mod set_rows;
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
pub use event::{Award, AwardReason, Event, EventSink, Item, Reason, Scoring, Tally, Term};
pub use features::{Feature, SegmentId, TileIndex};
pub use figure::{FigureKind, FigureSpec, Hand, roles};
pub use frontier::{Code, Opening};
pub use game::{Actor, Game, Outcome};
pub use geometry::{Axis, Cell, Corner, Edge, Port, PortSet, Rotation};
pub use joints::{Fits, Joint, Joints};
pub use land::kinds::*;
pub use land::{
    Expansion, ExpansionSet, ExpansionSpec, FigureSupply, Land, LandRules, SHIELD, track_space,
};
pub use mark::{MarkKind, MarkSet, MarkSpec, Marks};
pub use notation::{BadToken, Notation};
pub use piece::{BuildSite, Piece, PieceKind, PieceLocation, PieceSpec, TargetForm};
pub use seat::{BadColours, BySeat, Colour, Seat, SeatColours, SeatSet};
pub use sets::OwnSets;
pub use setup::{LandSetup, Rules, Setup, StrongholdSetup};
pub use stronghold::{
    CornerTower, Keep, MARKET, Purse, Stronghold, StrongholdRules, WELL, Wall, WallFileError,
    WallProblem,
};
pub use tile::{
    Certainty, FieldProblem, Patch, Segment, SegmentIndex, SegmentRef, SegmentSet, Terrain,
    TileFileError, TileId, TileKind, TileProblem, TileSet, TileUse,
};
