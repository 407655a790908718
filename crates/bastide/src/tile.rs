//! Tiles as data: terrains, segments, kinds of tile and sets of kinds.
//!
//! A kind of tile is a list of segments, and the number of a segment in that
//! list is its [`Slot`]. Sets are text files, parsed once (`tile/parse.rs`);
//! what the engine needs quickly is worked out here when a kind is made.

mod parse;
mod planar;
mod print;

use core::fmt;

use crate::features::Feature;
use crate::geometry::{Axis, Cell, Corner, Edge, Port, PortSet, Rotation};

pub use parse::{TileFileError, TileProblem};
pub use planar::FieldProblem;

/// What a segment is made of, in any of the games.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Terrain {
    /// Green land.
    Field,
    /// A road.
    Road,
    /// A city.
    City,
    /// A river: it bounds fields and takes no figure.
    River,
    /// A monastery: no ports; the eight cells around it count.
    Monastery,
    /// A garden: like a monastery, for the abbot.
    Garden,
    /// A path inside a wall.
    Path,
    /// A tower inside a wall.
    Tower,
    /// A house inside a wall.
    House,
    /// A courtyard inside a wall.
    Courtyard,
}

impl Terrain {
    /// All terrains.
    pub const ALL: [Terrain; 10] = [
        Terrain::Field,
        Terrain::Road,
        Terrain::City,
        Terrain::River,
        Terrain::Monastery,
        Terrain::Garden,
        Terrain::Path,
        Terrain::Tower,
        Terrain::House,
        Terrain::Courtyard,
    ];

    /// The lower-case name used in tile files, records and events.
    pub const fn name(self) -> &'static str {
        match self {
            Terrain::Field => "field",
            Terrain::Road => "road",
            Terrain::City => "city",
            Terrain::River => "river",
            Terrain::Monastery => "monastery",
            Terrain::Garden => "garden",
            Terrain::Path => "path",
            Terrain::Tower => "tower",
            Terrain::House => "house",
            Terrain::Courtyard => "courtyard",
        }
    }

    /// The terrain with this [`Terrain::name`].
    pub fn from_name(name: &str) -> Option<Terrain> {
        Terrain::ALL.into_iter().find(|t| t.name() == name)
    }

    /// Whether it lives off its eight neighbouring cells instead of ports.
    #[inline]
    pub const fn is_ringed(self) -> bool {
        matches!(self, Terrain::Monastery | Terrain::Garden)
    }

    /// What lies left and right of a line through the middle of a side, for
    /// the terrains that run in lines.
    pub(crate) const fn flank(self) -> Option<Terrain> {
        match self {
            Terrain::Road | Terrain::River => Some(Terrain::Field),
            Terrain::Path => Some(Terrain::Courtyard),
            Terrain::Field
            | Terrain::City
            | Terrain::Monastery
            | Terrain::Garden
            | Terrain::Tower
            | Terrain::House
            | Terrain::Courtyard => None,
        }
    }

    /// A side of a tile is known by its middle port. Each family has four
    /// sorts of side, so a class is a number from 0 to 3.
    pub(crate) const fn class(self) -> Option<u8> {
        match self {
            Terrain::Field | Terrain::Courtyard => Some(0),
            Terrain::Road | Terrain::Path => Some(1),
            Terrain::City | Terrain::Tower => Some(2),
            Terrain::River | Terrain::House => Some(3),
            Terrain::Monastery | Terrain::Garden => None,
        }
    }
}

impl fmt::Display for Terrain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The number of a segment on its tile, in the order of the tile file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot(pub u8);

/// A set of slots of one tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct SlotSet(u16);

impl SlotSet {
    /// The most segments a tile may have.
    pub const CAPACITY: usize = 16;
    /// No slot.
    pub const EMPTY: SlotSet = SlotSet(0);

    /// The set with one more slot.
    #[must_use]
    pub const fn with(self, slot: Slot) -> SlotSet {
        SlotSet(self.0 | 1 << slot.0)
    }

    /// Whether the slot is in the set.
    pub const fn contains(self, slot: Slot) -> bool {
        self.0 >> slot.0 & 1 == 1
    }

    /// Whether there is no slot in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The slots in ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Slot> {
        let mut rest = self.0;
        core::iter::from_fn(move || {
            let slot = rest.checked_ilog2().map(|_| rest.trailing_zeros() as u8)?;
            rest &= rest - 1;
            Some(Slot(slot))
        })
    }
}

/// What is printed on a segment besides its terrain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// On a city.
    Shield,
    /// On a path.
    Well,
    /// On a courtyard.
    Market,
}

impl Mark {
    /// All marks.
    pub const ALL: [Mark; 3] = [Mark::Shield, Mark::Well, Mark::Market];

    /// The lower-case name used in tile files.
    pub const fn name(self) -> &'static str {
        match self {
            Mark::Shield => "shield",
            Mark::Well => "well",
            Mark::Market => "market",
        }
    }

    /// The terrain it belongs on.
    pub const fn terrain(self) -> Terrain {
        match self {
            Mark::Shield => Terrain::City,
            Mark::Well => Terrain::Path,
            Mark::Market => Terrain::Courtyard,
        }
    }
}

/// One part of a tile: a stretch of road, a city part, a patch of field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Segment {
    /// What it is.
    pub terrain: Terrain,
    /// Where it leaves the tile, unturned.
    pub ports: PortSet,
    /// The mark printed on it. A terrain has one sort of mark at most.
    pub mark: Option<Mark>,
    /// For a field: the city segments of this tile it touches (FIELD-3).
    pub borders: SlotSet,
    /// A corner of the tile it reaches without leaving there. It only
    /// matters to how fields are cut, and to pictures.
    pub corner: Option<Corner>,
}

/// Where in a game a kind of tile is used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Role {
    /// An ordinary tile of the stack.
    #[default]
    Stack,
    /// The river's first tile.
    Spring,
    /// A tile in the river's course.
    Stream,
    /// The river's last tile.
    Lake,
    /// A cell of a pre-laid patch; some of its ports lead nowhere.
    Patch,
}

impl Role {
    const NAMED: [(Role, &'static str); 4] = [
        (Role::Spring, "spring"),
        (Role::Stream, "stream"),
        (Role::Lake, "lake"),
        (Role::Patch, "patch"),
    ];
}

/// How sure we are that a tile is as printed; see `docs/tiles.md`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Certainty {
    /// Several sources or a picture agree.
    #[default]
    Certain,
    /// A rulebook says that it exists; its drawing is inferred.
    RuleHint,
    /// Exact for an earlier printing, assumed to have returned.
    Inherited,
    /// Made up to fill a known count.
    Reconstructed,
}

impl Certainty {
    /// All degrees, the surest first.
    pub const ALL: [Certainty; 4] =
        [Certainty::Certain, Certainty::RuleHint, Certainty::Inherited, Certainty::Reconstructed];

    /// The lower-case name used in tile files.
    pub const fn name(self) -> &'static str {
        match self {
            Certainty::Certain => "certain",
            Certainty::RuleHint => "rule-hint",
            Certainty::Inherited => "inherited",
            Certainty::Reconstructed => "reconstructed",
        }
    }
}

/// The number of a kind of tile in its [`TileSet`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TileId(pub u8);

/// One kind of tile: what is printed on it and how many copies there are.
#[derive(Clone, Debug)]
pub struct TileKind {
    sides: [[Side; 4]; 4],
    rotations: u8,
    blanks: Box<[Blank]>,
    /// Its segments, in slot order.
    pub segments: Box<[Segment]>,
    /// A short name, unique in its set: letters and digits.
    pub name: Box<str>,
    /// How many copies there are.
    pub count: u8,
    /// Whether one of the copies is the start tile.
    pub is_start: bool,
    /// Where it is used.
    pub role: Role,
    /// The year of the printing it belongs to, where printings differ.
    pub printing: Option<u16>,
    /// The number on a wheel icon (WHEEL-3); 0 without one.
    pub icon: u8,
    /// Whether a village is drawn where its roads end.
    pub has_village: bool,
    /// How sure we are of it.
    pub certainty: Certainty,
    /// Segments that touch without being one: a road at its city gate, the
    /// arms of a crossing. Together they are one obstacle for fields.
    pub touches: Box<[(Slot, Slot)]>,
}

/// One side of a tile as it lies when turned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Side {
    /// Who leaves through its three ports, clockwise.
    pub(crate) slots: [u8; 3],
    /// Its class, or [`Side::BLIND`].
    pub(crate) class: u8,
}

impl Side {
    /// A side of a patch through which nothing leaves.
    pub(crate) const BLIND: u8 = 4;
    const UNOWNED: u8 = u8::MAX;

    /// Whether it is one segment's from corner to corner.
    #[inline]
    pub(crate) fn is_whole(self) -> bool {
        self.slots[0] == self.slots[1] && self.slots[1] == self.slots[2]
    }
}

/// A segment as it is laid, worked out once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blank {
    /// Itself as a feature that has met nothing yet.
    pub(crate) feature: Feature,
    /// The cities it borders, numbered among the cities of the tile.
    pub(crate) border_ranks: u16,
}

/// The printed facts of a kind, before anything is worked out from them.
#[derive(Clone, Debug, Default)]
struct Print {
    name: Box<str>,
    count: u8,
    is_start: bool,
    role: Role,
    printing: Option<u16>,
    icon: u8,
    has_village: bool,
    certainty: Certainty,
    segments: Vec<Segment>,
    touches: Vec<(Slot, Slot)>,
}

impl TileKind {
    fn new(print: Print) -> TileKind {
        let rank = |city: Slot| {
            let before = &print.segments[..usize::from(city.0)];
            before.iter().filter(|s| s.terrain == Terrain::City).count()
        };
        let blanks = print.segments.iter().map(|s| Blank {
            feature: Feature::new(s.terrain, s.ports.len(), u8::from(s.mark.is_some())),
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
        let mut kind = TileKind {
            sides: Rotation::ALL.map(|rotation| Edge::ALL.map(|edge| side(rotation, edge))),
            rotations: 1,
            blanks: blanks.collect(),
            segments: print.segments.into(),
            name: print.name,
            count: print.count,
            is_start: print.is_start,
            role: print.role,
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

    /// The terrain in the middle of a side, as the tile lies when turned.
    /// `None` on the blind side of a patch.
    pub fn side(&self, rotation: Rotation, edge: Edge) -> Option<Terrain> {
        self.owner(rotation, Port::middle(edge)).map(|slot| self.segment(slot).terrain)
    }

    /// The segment that leaves through `port`, as the tile lies when turned.
    #[inline]
    pub fn owner(&self, rotation: Rotation, port: Port) -> Option<Slot> {
        match self.side_at(rotation, port.edge()).slots[usize::from(port.third())] {
            Side::UNOWNED => None,
            slot => Some(Slot(slot)),
        }
    }

    /// The class of a side as [`Code`](crate::Code) counts them, as the tile
    /// lies when turned. `None` on the blind side of a patch.
    #[inline]
    pub fn class(&self, rotation: Rotation, edge: Edge) -> Option<u8> {
        let class = self.side_at(rotation, edge).class;
        (class != Side::BLIND).then_some(class)
    }

    #[inline]
    pub(crate) fn side_at(&self, rotation: Rotation, edge: Edge) -> Side {
        self.sides[usize::from(rotation.quarter_turns() & 3)][edge as usize]
    }

    /// The segment in a slot.
    ///
    /// # Panics
    /// If the tile has no such slot.
    #[inline]
    pub fn segment(&self, slot: Slot) -> &Segment {
        &self.segments[usize::from(slot.0)]
    }

    #[inline]
    pub(crate) fn blanks(&self) -> &[Blank] {
        &self.blanks
    }

    /// Segments with their slots.
    pub fn slots(&self) -> impl Iterator<Item = (Slot, &Segment)> {
        self.segments.iter().enumerate().map(|(i, s)| (Slot(i as u8), s))
    }

    /// Whether this turn looks different from every smaller one. Only such
    /// turns are legal, so that a placement has one name.
    #[inline]
    pub fn is_distinct(&self, rotation: Rotation) -> bool {
        self.rotations >> rotation.quarter_turns() & 1 == 1
    }

    /// The smallest turn that looks the same as this one.
    pub fn canonical(&self, rotation: Rotation) -> Rotation {
        let looks = self.look(rotation);
        Rotation::ALL.into_iter().find(|&r| self.look(r) == looks).unwrap_or(rotation)
    }

    /// The slot that lies, with the tile turned `to`, where `slot` lies with the
    /// tile turned `from`. `None` where the two turns look different there.
    ///
    /// ```
    /// use bastide::{Rotation, Slot, TileSet};
    /// let set = TileSet::parse("set one\ntile U x1\n road N2 S2\n field N3 E S1\n field S3 W N1\n")?;
    /// let (r0, r2) = (Rotation::new(0), Rotation::new(2));
    /// assert_eq!(set.kinds[0].slot_as_turned(Slot(1), r2, r0), Some(Slot(2)));
    /// # Ok::<(), bastide::TileFileError>(())
    /// ```
    pub fn slot_as_turned(&self, slot: Slot, from: Rotation, to: Rotation) -> Option<Slot> {
        let place = |s: &Segment, by| {
            (s.terrain, s.mark, s.ports.turned(by), s.corner.map(|corner| corner.turned(by)))
        };
        let wanted = place(self.segments.get(usize::from(slot.0))?, from);
        // Two parts without ports, such as a monastery beside a garden, keep their order.
        if place(self.segment(slot), to) == wanted {
            return Some(slot);
        }
        self.slots().find(|(_, segment)| place(segment, to) == wanted).map(|(slot, _)| slot)
    }

    /// Whether both sides of an axis are nothing but field, as the tile lies
    /// when turned.
    pub fn is_open_field(&self, rotation: Rotation, axis: Axis) -> bool {
        axis.edges().into_iter().all(|edge| self.side(rotation, edge) == Some(Terrain::Field))
    }

    /// The same drawing printed turned: what lay in the north lies in the
    /// east, and so on.
    #[must_use]
    pub fn turned(&self, by: Rotation) -> TileKind {
        self.reprinted(|s| Segment {
            ports: s.ports.turned(by),
            corner: s.corner.map(|corner| corner.turned(by)),
            ..s.clone()
        })
    }

    /// The same drawing printed as in a mirror: what lay in the west lies in
    /// the east.
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
            role: self.role,
            printing: self.printing,
            icon: self.icon,
            has_village: self.has_village,
            certainty: self.certainty,
            segments: self.segments.iter().map(segment).collect(),
            touches: self.touches.to_vec(),
        })
    }

    /// How the tile looks when turned, however its slots are ordered.
    fn look(&self, rotation: Rotation) -> Vec<(Terrain, PortSet, Option<Mark>, Vec<PortSet>)> {
        let ports = |slot: Slot| self.segment(slot).ports.turned(rotation);
        let mut look: Vec<_> = self
            .segments
            .iter()
            .map(|s| {
                let mut borders: Vec<_> = s.borders.iter().map(ports).collect();
                borders.sort_unstable();
                (s.terrain, s.ports.turned(rotation), s.mark, borders)
            })
            .collect();
        look.sort_unstable();
        look
    }
}

/// A segment named by where it lies: cell and slot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Site {
    /// The cell of its tile.
    pub cell: Cell,
    /// Its slot on that tile.
    pub slot: Slot,
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.cell, self.slot.0)
    }
}

/// Cells that lie on the board before the first tile, joined among
/// themselves: the wheel block, the start areas on a wall.
#[derive(Clone, Debug, Default)]
pub struct Patch {
    /// What lies where.
    pub cells: Vec<(Cell, TileId, Rotation)>,
    /// Segments of different cells that are one feature.
    pub links: Vec<(Site, Site)>,
}

/// Kinds of tile that belong together.
#[derive(Clone, Debug, Default)]
pub struct TileSet {
    /// The set's name; for a game, the names of the sets it is made of.
    pub name: String,
    /// The kinds; a [`TileId`] is an index into them.
    pub kinds: Vec<TileKind>,
    /// What the set lays out first, if anything.
    pub patch: Option<Patch>,
}

impl TileSet {
    /// Reads a tile file.
    ///
    /// ```
    /// let set = bastide::TileSet::parse("set tiny\ntile B x4\n  monastery\n  field N E S W\n")?;
    /// assert_eq!(set.kinds[0].count, 4);
    /// # Ok::<(), bastide::TileFileError>(())
    /// ```
    ///
    /// # Errors
    /// Names the line and what is wrong with it.
    pub fn parse(text: &str) -> Result<TileSet, TileFileError> {
        parse::tile_set(text)
    }

    /// The kind with this number.
    ///
    /// # Panics
    /// If the set has no such kind.
    #[inline]
    pub fn kind(&self, id: TileId) -> &TileKind {
        &self.kinds[usize::from(id.0)]
    }

    /// The kind with this number, if there is one.
    pub fn get(&self, id: TileId) -> Option<&TileKind> {
        self.kinds.get(usize::from(id.0))
    }

    /// The kind with this name.
    pub fn find(&self, name: &str) -> Option<TileId> {
        self.kinds.iter().position(|k| &*k.name == name).map(|i| TileId(i as u8))
    }

    /// All kinds with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (TileId, &TileKind)> {
        self.kinds.iter().enumerate().map(|(i, k)| (TileId(i as u8), k))
    }

    /// The same set with every tile printed turned, and the patch turned
    /// about the origin; see [`TileKind::turned`].
    #[must_use]
    pub fn turned(&self, by: Rotation) -> TileSet {
        let site = |site: Site| Site { cell: site.cell.turned(by), ..site };
        let patch = self.patch.as_ref().map(|patch| Patch {
            cells: patch.cells.iter().map(|&(cell, id, r)| (cell.turned(by), id, r)).collect(),
            links: patch.links.iter().map(|&(a, b)| (site(a), site(b))).collect(),
        });
        let kinds = self.kinds.iter().map(|kind| kind.turned(by)).collect();
        TileSet { name: self.name.clone(), kinds, patch }
    }

    /// The same set with every tile printed as in a mirror; see
    /// [`TileKind::mirrored`]. A patch stays as it is.
    #[must_use]
    pub fn mirrored(&self) -> TileSet {
        let kinds = self.kinds.iter().map(TileKind::mirrored).collect();
        TileSet { kinds, ..self.clone() }
    }

    /// How many tiles there are, copies counted.
    pub fn total(&self) -> u32 {
        self.kinds.iter().map(|k| u32::from(k.count)).sum()
    }
}
