//! Tile data: terrains, segments, tile kinds and tile sets.
//!
//! A tile kind is a list of segments; the index of a segment in that list is its [`SegmentIndex`]. Tile
//! sets are text files that are parsed once (`tile/parse.rs`). Lookup tables used on hot paths are
//! precomputed here when a kind is constructed.

mod parse;
mod planar;
mod print;
mod terrain;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::features::Feature;
use crate::frontier::Code;
use crate::geometry::{Axis, Cell, Corner, Edge, Port, PortSet, Rotation};
use crate::insertion_sort::insertion_sort;
use crate::mark::{MarkSet, Marks};

pub use parse::{TileFileError, TileProblem};
pub use planar::FieldProblem;
pub use terrain::Terrain;

/// Index of a segment on its tile, in tile file order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SegmentIndex(pub u8);

/// A set of slots of a single tile.
///
/// ```
/// use bastide::{SegmentIndex, SegmentSet};
/// let set = SegmentSet::EMPTY.with(SegmentIndex(3)).with(SegmentIndex(0));
/// assert_eq!(set.iter().collect::<Vec<_>>(), [SegmentIndex(0), SegmentIndex(3)]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct SegmentSet(u16);

impl SegmentSet {
    /// Maximum number of segments on a tile.
    pub const CAPACITY: usize = 16;
    /// The empty set.
    pub const EMPTY: SegmentSet = SegmentSet(0);

    /// Returns the set with `slot` added.
    #[must_use]
    pub const fn with(self, slot: SegmentIndex) -> SegmentSet {
        SegmentSet(self.0 | 1 << slot.0)
    }

    /// Returns true if the set contains `slot`.
    pub const fn contains(self, slot: SegmentIndex) -> bool {
        self.0 >> slot.0 & 1 == 1
    }

    /// Returns true if the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Iterates over the slots in ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = SegmentIndex> {
        // A word, because arithmetic with half words takes more instructions.
        let mut rest = u32::from(self.0);
        core::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let slot = SegmentIndex(rest.trailing_zeros() as u8);
            rest &= rest - 1;
            Some(slot)
        })
    }
}

/// A connected part of a tile, such as a stretch of road, a city part or a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Segment {
    /// Terrain of the segment.
    pub terrain: Terrain,
    /// Ports through which the segment leaves the unrotated tile.
    pub ports: PortSet,
    /// Marks printed on the segment.
    pub marks: MarkSet,
    /// For a field: the city segments of the same tile it borders (FIELD-3).
    pub borders: SegmentSet,
    /// A corner of the tile that the segment touches without having a port there. Only used to
    /// validate how fields are divided, and for drawing.
    pub corner: Option<Corner>,
}

/// Use of a tile kind in a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum TileUse {
    /// An ordinary tile of the draw stack.
    #[default]
    Stack,
    /// The first tile of the river.
    Spring,
    /// A tile between the spring and the lake of the river.
    Stream,
    /// The last tile of the river.
    Lake,
    /// A cell of a [`Patch`] laid before the first turn; some of its ports may belong to no
    /// segment.
    Patch,
}

impl TileUse {
    const NAMED: [(TileUse, &'static str); 4] = [
        (TileUse::Spring, "spring"),
        (TileUse::Stream, "stream"),
        (TileUse::Lake, "lake"),
        (TileUse::Patch, "patch"),
    ];

    /// Returns true for tiles that are drawn and must continue the river.
    #[inline]
    pub(crate) const fn is_course(self) -> bool {
        matches!(self, TileUse::Stream | TileUse::Lake)
    }
}

/// Confidence that a tile matches the printed one; see `docs/tiles.md`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Certainty {
    /// Confirmed by several sources or by a picture.
    #[default]
    Certain,
    /// A rulebook mentions the tile; its drawing is inferred.
    RuleHint,
    /// Exact for an earlier printing and assumed to be unchanged.
    Inherited,
    /// Invented to reach a known number of tiles.
    Reconstructed,
}

impl Certainty {
    /// All levels, from most to least certain.
    pub const ALL: [Certainty; 4] =
        [Certainty::Certain, Certainty::RuleHint, Certainty::Inherited, Certainty::Reconstructed];

    /// Returns the lower-case name used in tile files.
    pub const fn name(self) -> &'static str {
        match self {
            Certainty::Certain => "certain",
            Certainty::RuleHint => "rule-hint",
            Certainty::Inherited => "inherited",
            Certainty::Reconstructed => "reconstructed",
        }
    }
}

/// Index of a tile kind in its [`TileSet`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TileId(pub u8);

/// A tile kind: the printed content and the number of copies.
///
/// ```
/// use bastide::{Edge, Port, Rotation, Terrain, sets};
/// let base = sets::base();
/// let start = base.kind(base.find("D").expect("the start tile"));
/// assert_eq!(start.side(Rotation::NONE, Edge::North), Some(Terrain::City));
/// let road = start.owner(Rotation::NONE, Port::middle(Edge::East));
/// assert_eq!(road.map(|slot| start.segment(slot).terrain), Some(Terrain::Road));
/// ```
#[derive(Clone, Debug)]
pub struct TileKind {
    sides: [[Side; 4]; 4],
    /// For each rotation and edge, the code that the side adds to the opening beyond it.
    codes: [[Code; 4]; 4],
    rotations: u8,
    blanks: Box<[Blank]>,
    cities: SegmentSet,
    ringed: SegmentSet,
    bounded: SegmentSet,
    /// Segments of the tile, indexed by [`SegmentIndex`].
    pub segments: Box<[Segment]>,
    /// Short name of letters and digits, unique in its set.
    pub name: Box<str>,
    /// Number of copies.
    pub count: u8,
    /// True if one of the copies is the start tile.
    pub is_start: bool,
    /// Use of the tile in a game.
    pub usage: TileUse,
    /// Year of the printing the tile belongs to, where printings differ.
    pub printing: Option<u16>,
    /// Number on the wheel icon (WHEEL-3), or 0 if there is no icon.
    pub icon: u8,
    /// True if a village is drawn where the roads end.
    pub has_village: bool,
    /// Confidence that the tile matches the printed one.
    pub certainty: Certainty,
    /// Pairs of segments that touch without belonging to the same feature, such as a road at a city
    /// gate or the arms of a crossing. Touching segments form a single obstacle for fields.
    pub touches: Box<[(SegmentIndex, SegmentIndex)]>,
}

/// One side of a rotated tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Side {
    /// Slots that own its three ports, clockwise.
    pub(crate) slots: [u8; 3],
    /// Class of the side, or [`Side::BLIND`].
    pub(crate) class: u8,
}

impl Side {
    /// Class of a side of a patch cell whose ports belong to no segment.
    pub(crate) const BLIND: u8 = 4;
    const UNOWNED: u8 = u8::MAX;

    /// Returns true if all three ports belong to the same segment.
    #[inline]
    pub(crate) fn is_whole(self) -> bool {
        self.slots[0] == self.slots[1] && self.slots[1] == self.slots[2]
    }
}

/// Precomputed data of a segment, copied to the board when its tile is laid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blank {
    /// The segment as a feature that is not joined to any other.
    pub(crate) feature: Feature,
    /// Bit set of the cities it borders, numbered among the cities of the tile.
    pub(crate) border_ranks: u16,
}

/// The data of a tile kind as read from the file, before anything is derived from it.
#[derive(Clone, Debug, Default)]
struct Print {
    name: Box<str>,
    count: u8,
    is_start: bool,
    usage: TileUse,
    printing: Option<u16>,
    icon: u8,
    has_village: bool,
    certainty: Certainty,
    segments: Vec<Segment>,
    touches: Vec<(SegmentIndex, SegmentIndex)>,
}

impl TileKind {
    fn new(print: Print) -> TileKind {
        let rank = |city: SegmentIndex| {
            let before = &print.segments[..usize::from(city.0)];
            before.iter().filter(|s| s.terrain == Terrain::City).count()
        };
        let blanks = print.segments.iter().map(|s| Blank {
            feature: Feature::new(s.terrain, s.ports.len(), Marks::of(s.marks)),
            border_ranks: s.borders.iter().fold(0, |ranks, city| ranks | 1 << rank(city)),
        });
        let side = |rotation, edge| {
            let owner = |third| {
                let port = Port::new(edge, third);
                let slot =
                    print.segments.iter().position(|s| s.ports.turned(rotation).contains(port));
                slot.map_or(Side::UNOWNED, |slot| slot as u8)
            };
            let middle = print.segments.get(usize::from(owner(1)));
            let class = middle.and_then(|s| s.terrain.class()).unwrap_or(Side::BLIND);
            Side { slots: [owner(0), owner(1), owner(2)], class }
        };
        let sides = Rotation::ALL.map(|rotation| Edge::ALL.map(|edge| side(rotation, edge)));
        let mut kind = TileKind {
            cities: slots_of(&print.segments, |terrain| terrain == Terrain::City),
            ringed: slots_of(&print.segments, Terrain::is_ringed),
            bounded: slots_of(&print.segments, |terrain| terrain != Terrain::Field),
            codes: sides.map(|sides| {
                Edge::ALL.map(|edge| Code::of(edge.opposite(), sides[edge as usize].class))
            }),
            sides,
            rotations: 1,
            blanks: blanks.collect(),
            segments: print.segments.into(),
            name: print.name,
            count: print.count,
            is_start: print.is_start,
            usage: print.usage,
            printing: print.printing,
            icon: print.icon,
            has_village: print.has_village,
            certainty: print.certainty,
            touches: print.touches.into(),
        };
        for rotation in Rotation::ALL {
            let looks = kind.look(rotation);
            let repeats = Rotation::ALL[..usize::from(rotation.quarter_turns())]
                .iter()
                .any(|&earlier| kind.look(earlier) == looks);
            if !repeats {
                kind.rotations |= 1 << rotation.quarter_turns();
            }
        }
        kind
    }

    /// Returns the terrain in the middle of a side of the rotated tile, or `None` on the blind side
    /// of a patch cell.
    pub fn side(&self, rotation: Rotation, edge: Edge) -> Option<Terrain> {
        self.owner(rotation, Port::middle(edge)).map(|slot| self.segment(slot).terrain)
    }

    /// Returns the segment that leaves the rotated tile through `port`.
    #[inline]
    pub fn owner(&self, rotation: Rotation, port: Port) -> Option<SegmentIndex> {
        match self.side_at(rotation, port.edge()).slots[usize::from(port.third())] {
            Side::UNOWNED => None,
            slot => Some(SegmentIndex(slot)),
        }
    }

    /// Returns the class of a side of the rotated tile, as used by [`Code`](crate::Code), or `None`
    /// on the blind side of a patch cell.
    #[inline]
    pub fn class(&self, rotation: Rotation, edge: Edge) -> Option<u8> {
        let class = self.side_at(rotation, edge).class;
        (class != Side::BLIND).then_some(class)
    }

    #[inline]
    pub(crate) fn side_at(&self, rotation: Rotation, edge: Edge) -> Side {
        self.sides[usize::from(rotation.quarter_turns() & 3)][edge as usize]
    }

    /// Returns, for each edge of the rotated tile, the code that its side adds to the opening beyond
    /// it.
    #[inline]
    pub(crate) fn codes(&self, rotation: Rotation) -> [Code; 4] {
        self.codes[usize::from(rotation.quarter_turns() & 3)]
    }

    /// Returns the segment in `slot`.
    ///
    /// # Panics
    /// Panics if the tile has no such slot.
    #[inline]
    pub fn segment(&self, slot: SegmentIndex) -> &Segment {
        &self.segments[usize::from(slot.0)]
    }

    #[inline]
    pub(crate) fn blanks(&self) -> &[Blank] {
        &self.blanks
    }

    /// Returns the slots of the city parts.
    #[inline]
    pub(crate) fn cities(&self) -> SegmentSet {
        self.cities
    }

    /// Returns the slots of the monasteries and gardens.
    #[inline]
    pub(crate) fn ringed(&self) -> SegmentSet {
        self.ringed
    }

    /// Returns all slots except those of fields, which are never scored as completed (FIELD-2).
    #[inline]
    pub(crate) fn bounded(&self) -> SegmentSet {
        self.bounded
    }

    /// Iterates over the segments with their slots.
    pub fn slots(&self) -> impl Iterator<Item = (SegmentIndex, &Segment)> {
        self.segments.iter().enumerate().map(|(i, s)| (SegmentIndex(i as u8), s))
    }

    /// Returns true if the tile looks different in all smaller rotations. Only such rotations are
    /// legal, so that each placement has exactly one notation.
    #[inline]
    pub fn is_distinct(&self, rotation: Rotation) -> bool {
        self.rotations >> rotation.quarter_turns() & 1 == 1
    }

    /// Returns the smallest rotation in which the tile looks the same as in `rotation`.
    pub fn canonical(&self, rotation: Rotation) -> Rotation {
        let looks = self.look(rotation);
        Rotation::ALL.into_iter().find(|&r| self.look(r) == looks).unwrap_or(rotation)
    }

    /// Returns the slot that occupies, with the tile rotated by `to`, the position that `slot`
    /// occupies with the tile rotated by `from`. Returns `None` if the two rotations differ there.
    ///
    /// ```
    /// use bastide::{Rotation, SegmentIndex, TileSet};
    /// let set = TileSet::parse("set one\ntile U x1\n road N2 S2\n field N3 E S1\n field S3 W N1\n")?;
    /// let (r0, r2) = (Rotation::new(0), Rotation::new(2));
    /// assert_eq!(set.kinds[0].slot_as_turned(SegmentIndex(1), r2, r0), Some(SegmentIndex(2)));
    /// # Ok::<(), bastide::TileFileError>(())
    /// ```
    pub fn slot_as_turned(
        &self,
        slot: SegmentIndex,
        from: Rotation,
        to: Rotation,
    ) -> Option<SegmentIndex> {
        let place = |s: &Segment, by| {
            (s.terrain, s.marks, s.ports.turned(by), s.corner.map(|corner| corner.turned(by)))
        };
        let wanted = place(self.segments.get(usize::from(slot.0))?, from);
        // Segments without ports, such as a monastery beside a garden, keep their order.
        if place(self.segment(slot), to) == wanted {
            return Some(slot);
        }
        self.slots().find(|(_, segment)| place(segment, to) == wanted).map(|(slot, _)| slot)
    }

    /// Returns true if both sides on `axis` of the rotated tile consist only of field.
    pub fn is_open_field(&self, rotation: Rotation, axis: Axis) -> bool {
        axis.edges().into_iter().all(|edge| self.side(rotation, edge) == Some(Terrain::Field))
    }

    /// Returns the kind with its drawing rotated clockwise by `by`: north becomes east, and so on.
    #[must_use]
    pub fn turned(&self, by: Rotation) -> TileKind {
        self.reprinted(|s| Segment {
            ports: s.ports.turned(by),
            corner: s.corner.map(|corner| corner.turned(by)),
            ..s.clone()
        })
    }

    /// Returns the kind with its drawing mirrored: west and east are swapped.
    #[must_use]
    pub fn mirrored(&self) -> TileKind {
        self.reprinted(|s| Segment {
            ports: s.ports.iter().map(Port::mirrored).collect(),
            corner: s.corner.map(Corner::mirrored),
            ..s.clone()
        })
    }

    fn reprinted(&self, segment: impl Fn(&Segment) -> Segment) -> TileKind {
        TileKind::new(Print {
            name: self.name.clone(),
            count: self.count,
            is_start: self.is_start,
            usage: self.usage,
            printing: self.printing,
            icon: self.icon,
            has_village: self.has_village,
            certainty: self.certainty,
            segments: self.segments.iter().map(segment).collect(),
            touches: self.touches.to_vec(),
        })
    }

    /// Returns the appearance of the rotated tile, independent of the order of its slots.
    fn look(&self, rotation: Rotation) -> Vec<(Terrain, PortSet, MarkSet, Vec<PortSet>)> {
        let ports = |slot: SegmentIndex| self.segment(slot).ports.turned(rotation);
        let mut look: Vec<_> = self
            .segments
            .iter()
            .map(|s| {
                let mut borders: Vec<_> = s.borders.iter().map(ports).collect();
                insertion_sort(&mut borders);
                (s.terrain, s.ports.turned(rotation), s.marks, borders)
            })
            .collect();
        insertion_sort(&mut look);
        look
    }
}

/// Returns the slots whose terrain is `wanted`.
pub(crate) fn slots_of(segments: &[Segment], wanted: impl Fn(Terrain) -> bool) -> SegmentSet {
    let slots = (0..).map(SegmentIndex).zip(segments);
    let slots = slots.filter(|(_, segment)| wanted(segment.terrain));
    slots.fold(SegmentSet::EMPTY, |set, (slot, _)| set.with(slot))
}

/// Address of a segment on the board: cell and slot.
///
/// ```
/// use bastide::{Cell, SegmentIndex, SegmentRef};
/// let site = SegmentRef { cell: Cell::new(1, -2), slot: SegmentIndex(0) };
/// assert_eq!(site.to_string(), "1,-2.0");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SegmentRef {
    /// Cell of the tile.
    pub cell: Cell,
    /// SegmentIndex on that tile.
    pub slot: SegmentIndex,
}

impl fmt::Display for SegmentRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.cell, self.slot.0)
    }
}

/// Connected cells that are on the board before the first turn: the wheel, or the start areas along
/// a wall.
#[derive(Clone, Debug, Default)]
pub struct Patch {
    /// Position, kind and rotation of each cell.
    pub cells: Vec<(Cell, TileId, Rotation)>,
    /// Pairs of segments of different cells that belong to the same feature.
    pub links: Vec<(SegmentRef, SegmentRef)>,
}

/// A collection of tile kinds.
#[derive(Clone, Debug, Default)]
pub struct TileSet {
    /// Name of the set. For a game, the names of the sets it combines.
    pub name: String,
    /// The kinds; a [`TileId`] is an index into this list.
    pub kinds: Vec<TileKind>,
    /// Cells laid before the first turn, if any.
    pub patch: Option<Patch>,
}

impl TileSet {
    /// Parses a tile file.
    ///
    /// ```
    /// let set = bastide::TileSet::parse("set tiny\ntile B x4\n  monastery\n  field N E S W\n")?;
    /// assert_eq!(set.kinds[0].count, 4);
    /// # Ok::<(), bastide::TileFileError>(())
    /// ```
    ///
    /// # Errors
    /// Returns a [`TileFileError`] with the line number and the problem if the file is malformed.
    pub fn parse(text: &str) -> Result<TileSet, TileFileError> {
        parse::tile_set(text)
    }

    /// Returns the kind with index `id`.
    ///
    /// # Panics
    /// Panics if `id` is out of range.
    #[inline]
    pub fn kind(&self, id: TileId) -> &TileKind {
        &self.kinds[usize::from(id.0)]
    }

    /// Returns the kind with index `id`, or `None` if it is out of range.
    pub fn get(&self, id: TileId) -> Option<&TileKind> {
        self.kinds.get(usize::from(id.0))
    }

    /// Returns the id of the kind called `name`.
    pub fn find(&self, name: &str) -> Option<TileId> {
        self.kinds.iter().position(|k| &*k.name == name).map(|i| TileId(i as u8))
    }

    /// Iterates over all kinds with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (TileId, &TileKind)> {
        self.kinds.iter().enumerate().map(|(i, k)| (TileId(i as u8), k))
    }

    /// Returns the set with all tiles rotated and the patch rotated about the origin; see
    /// [`TileKind::turned`].
    #[must_use]
    pub fn turned(&self, by: Rotation) -> TileSet {
        let site = |site: SegmentRef| SegmentRef { cell: site.cell.turned(by), ..site };
        let patch = self.patch.as_ref().map(|patch| Patch {
            cells: patch.cells.iter().map(|&(cell, id, r)| (cell.turned(by), id, r)).collect(),
            links: patch.links.iter().map(|&(a, b)| (site(a), site(b))).collect(),
        });
        let kinds = self.kinds.iter().map(|kind| kind.turned(by)).collect();
        TileSet { name: self.name.clone(), kinds, patch }
    }

    /// Returns the set with all tiles mirrored; see [`TileKind::mirrored`]. The patch is unchanged.
    #[must_use]
    pub fn mirrored(&self) -> TileSet {
        let kinds = self.kinds.iter().map(TileKind::mirrored).collect();
        TileSet { kinds, ..self.clone() }
    }

    /// Returns the total number of tiles, counting copies.
    pub fn total(&self) -> u32 {
        self.kinds.iter().map(|k| u32::from(k.count)).sum()
    }
}
