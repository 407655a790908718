//! Positions as arrays: planes over the window of cells, and scalars.
//!
//! The values of a cell lie next to each other, since an action changes most planes of few cells.

use bastide::{
    Actor, AnyGame, Axis, FigureKind, FigureSpot, Game, Land, PieceKind, PieceLocation, Seat,
    Stronghold, Terrain, TileSet, WallToken,
};

use crate::encoding::{Encoding, EncodingError, FIGURES, Family, PIECES, SPACES, TOKENS};
use crate::expansions::Extras;
use crate::stamp::{SUMMARY, Stamps, TILE_PLANES, terrain_number};

/// Plane of the axis of a bridge: 1 north to south, 2 east to west.
const OVERLAY: usize = TILE_PLANES;
/// Plane of the kind of a piece on a segment, from 1.
const PIECE: usize = OVERLAY + 1;
/// Planes of the kinds of figures, from 1: a plane for each seat, beginning with the seat to act.
const FIGURE: usize = PIECE + 1;
/// Plane of the slot of the segment on which a figure stands, from 1.
const SLOT: usize = FIGURE + Seat::MOST;
/// Plane of the terrain of that segment, from 1.
const TERRAIN: usize = SLOT + 1;
/// Plane of the figure on a piece on a segment, see [`on_piece`].
const ON_PIECE: usize = TERRAIN + 1;
/// Plane of a piece at a corner: its kind × 4 + the corner, from 1.
const CORNER: usize = ON_PIECE + 1;
/// Plane of the figure on a piece at a corner, see [`on_piece`].
const ON_CORNER: usize = CORNER + 1;
const PLANES: usize = ON_CORNER + 1;

/// Returns the value of a figure on a piece, whose cell may also hold a figure on a segment.
fn on_piece(kind: FigureKind, relative: usize) -> u8 {
    (kind.index() * Seat::MOST + relative + 1) as u8
}

// Positions of the scalars.
const DRAWN: usize = 4;
const LAST: usize = DRAWN + SUMMARY;
const SEATS: usize = LAST + 2;
const SEAT: usize = 1 + FIGURES;
const FAMILY: usize = SEATS + Seat::MOST * SEAT;
/// Room for the values that only a family has.
const FAMILY_VALUES: usize = 24;
const BAG: usize = FAMILY + FAMILY_VALUES;

const _: () = assert!(2 * TOKENS + 6 <= FAMILY_VALUES && SPACES + PIECES <= FAMILY_VALUES);

/// Shapes of the arrays of a game, which depend on its rules only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The numbers of actions.
    pub encoding: Encoding,
    /// Number of planes.
    pub planes: usize,
    /// Columns and rows of a plane.
    pub side: usize,
    /// Number of scalars.
    pub scalars: usize,
    /// Number of players.
    pub seats: usize,
    extras: Extras,
}

impl Layout {
    /// Version of planes and scalars. It changes if a plane or scalar moves or gets another meaning,
    /// so a network is used with the version it was trained with only.
    pub const VERSION: u32 = 2;

    fn new(game: &AnyGame, kinds: usize) -> Result<Layout, EncodingError> {
        let (encoding, extras) = (Encoding::of(game)?, Extras::of(game));
        Ok(Layout {
            encoding,
            planes: PLANES,
            side: encoding.family().side(),
            scalars: BAG + kinds + extras.len(),
            seats: usize::from(game.seats()),
            extras,
        })
    }

    /// Returns the number of values of all planes of a game.
    pub const fn plane_values(&self) -> usize {
        self.planes * self.side * self.side
    }

    /// Returns the names of the planes, in order.
    pub fn plane_names() -> Vec<String> {
        let mut names = vec!["tile".to_owned()];
        let sides = ["north", "east", "south", "west"];
        let classes = [
            (Terrain::Road, Terrain::Path),
            (Terrain::City, Terrain::Tower),
            (Terrain::River, Terrain::House),
        ];
        for (land, stronghold) in classes {
            let class = format!("{} or {}", land.name(), stronghold.name());
            names.extend(sides.map(|side| format!("{class} {side}")));
        }
        let pairs = ["n-e", "n-s", "n-w", "e-s", "e-w", "s-w"];
        names.extend(pairs.map(|pair| format!("joined {pair}")));
        names.extend(["centre", "marks", "kind", "rotation", "bridge", "piece"].map(str::to_owned));
        names.extend((0..Seat::MOST).map(|seat| format!("figure of seat +{seat}")));
        names.extend(["slot of figure", "terrain of figure"].map(str::to_owned));
        names.extend(
            ["figure on piece", "corner piece", "figure on corner piece"].map(str::to_owned),
        );
        names
    }

    /// Returns the names of the scalars of games with these tiles, in order.
    pub fn scalar_names(&self, tiles: &TileSet) -> Vec<String> {
        let mut names: Vec<String> =
            ["seat", "own turn", "tiles left", "drawn kind"].map(str::to_owned).into();
        names.extend((0..SUMMARY).map(|at| format!("drawn tile {at}")));
        names.extend(["last x", "last y"].map(str::to_owned));
        for seat in 0..Seat::MOST {
            names.push(format!("score of seat +{seat}"));
            names.extend((0..FIGURES).map(|kind| format!("supply {kind} of seat +{seat}")));
        }
        match self.encoding.family() {
            Family::Land => {
                names.extend((0..SPACES).map(|space| format!("space {space}")));
                names.extend((0..PIECES).map(|piece| format!("supply of piece {piece}")));
            }
            Family::Stronghold => {
                for seat in 0..2 {
                    names
                        .extend((1..=TOKENS).map(|token| format!("token {token} of seat +{seat}")));
                    names.push(format!("keep of seat +{seat}"));
                    names.push(format!("space of seat +{seat}"));
                }
                names.push("tokens on the wall".to_owned());
                names.push("largest gap".to_owned());
            }
        }
        debug_assert_eq!(names.len(), BAG);
        names.extend(tiles.kinds.iter().map(|kind| format!("in the bag {}", kind.name)));
        self.extras.name(&mut names);
        names
    }
}

/// Writes the arrays of single games.
///
/// ```
/// use bastide::{AnyGame, LandRules, Setup};
/// use bastide_batch::Observer;
/// let game = AnyGame::new(&Setup::new(LandRules::default(), 2))?;
/// let observer = Observer::new(&game)?;
/// let mut planes = vec![0; observer.layout().plane_values()];
/// observer.planes(&game, None, &mut planes);
/// assert!(planes.contains(&1)); // the start tile
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Observer {
    stamps: Stamps,
    layout: Layout,
}

impl Observer {
    /// Creates an observer of games with the set-up of `game`.
    ///
    /// # Errors
    /// Returns an [`EncodingError`] if the game has no numbered actions.
    pub fn new(game: &AnyGame) -> Result<Observer, EncodingError> {
        let stamps = Stamps::new(game.board().tiles());
        let layout = Layout::new(game, stamps.kinds())?;
        Ok(Observer { stamps, layout })
    }

    /// Returns the shapes of the arrays.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Writes the planes of a game as `seat` sees it, or else the seat to act. Precondition: `out`
    /// has [`Layout::plane_values`] values.
    pub fn planes(&self, game: &AnyGame, seat: Option<Seat>, out: &mut [u8]) {
        out.fill(0);
        Shown::default().update(game, seat, &self.stamps, out);
    }

    /// Writes the scalars of a game as `seat` sees it, or else the seat to act. Precondition: `out`
    /// has [`Layout::scalars`] values.
    pub fn scalars(&self, game: &AnyGame, seat: Option<Seat>, out: &mut [f32]) {
        write_scalars(game, seat, &self.stamps, self.layout.extras, out);
    }

    /// Writes the differences to the planes of an earlier position of the same game.
    pub(crate) fn update(&self, shown: &mut Shown, game: &AnyGame, out: &mut [u8]) {
        shown.update(game, None, &self.stamps, out);
    }

    /// Writes the planes of a game, and remembers them.
    pub(crate) fn draw(&self, shown: &mut Shown, game: &AnyGame, out: &mut [u8]) {
        out.fill(0);
        shown.tiles = 0;
        shown.passing.clear();
        shown.update(game, None, &self.stamps, out);
    }
}

/// What the planes of a game show, so that only changes are written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shown {
    /// Number of tiles drawn.
    tiles: usize,
    /// Offsets of the values that later positions may not have: figures and pieces.
    passing: Vec<u32>,
}

impl Shown {
    /// Writes the differences to the planes of an earlier position of the same game.
    fn update(&mut self, game: &AnyGame, seat: Option<Seat>, stamps: &Stamps, planes: &mut [u8]) {
        let (board, family) = (game.board(), Family::of(game));
        for laid in &board.laid()[self.tiles..] {
            let Some(at) = family.cell_index(laid.cell) else { continue };
            for &(plane, value) in stamps.of(laid.kind, laid.rotation) {
                planes[at * PLANES + usize::from(plane)] = value;
            }
        }
        self.tiles = board.laid().len();

        for &at in &self.passing {
            planes[at as usize] = 0;
        }
        self.passing.clear();
        let mut put = |plane: usize, cell, value: u8| {
            let Some(at) = family.cell_index(cell) else { return };
            let at = at * PLANES + plane;
            planes[at] = value;
            self.passing.push(at as u32);
        };
        let land = match game {
            AnyGame::Land(land) if !land.rules().is_plain() => Some(land),
            AnyGame::Land(_) | AnyGame::Stronghold(_) => None,
        };
        if let Some(land) = land {
            for laid in board.laid() {
                match laid.bridge {
                    Some(Axis::NorthSouth) => put(OVERLAY, laid.cell, 1),
                    Some(Axis::EastWest) => put(OVERLAY, laid.cell, 2),
                    None => {}
                }
            }
            for piece in land.pieces() {
                let kind = piece.kind.index() as u8;
                match piece.location {
                    PieceLocation::Segment(site) => put(PIECE, site.cell, kind + 1),
                    PieceLocation::Corner(cell, corner) => {
                        put(CORNER, cell, kind * 4 + corner as u8 + 1);
                    }
                }
            }
        }
        let (first, seats) = (perspective(game, seat), usize::from(game.seats()));
        for figure in board.figures() {
            let relative = (figure.seat.index() + seats - first) % seats;
            let kind = figure.kind.index() as u8 + 1;
            match figure.spot {
                FigureSpot::Segment(site) => {
                    put(FIGURE + relative, site.cell, kind);
                    put(SLOT, site.cell, site.slot.0 + 1);
                    if let Some(segment) = board.segment_at(site) {
                        let terrain = board.feature(segment).terrain;
                        put(TERRAIN, site.cell, terrain_number(terrain));
                    }
                }
                FigureSpot::Piece(of, number) => {
                    let piece = land.and_then(|land| {
                        land.pieces().find(|piece| piece.kind == of && piece.number == number)
                    });
                    let value = on_piece(figure.kind, relative);
                    match piece.map(|piece| piece.location) {
                        Some(PieceLocation::Segment(site)) => put(ON_PIECE, site.cell, value),
                        Some(PieceLocation::Corner(cell, _)) => put(ON_CORNER, cell, value),
                        None => {}
                    }
                }
            }
        }
    }
}

/// Returns the index of the seat from whose side a position is seen: `seat`, the seat to act, or the
/// one whose turn it is.
fn perspective(game: &AnyGame, seat: Option<Seat>) -> usize {
    let acting = match game.to_act() {
        Actor::Seat(seat) => seat,
        Actor::Chance | Actor::Nobody => game.turn(),
    };
    seat.unwrap_or(acting).index()
}

/// Writes all scalars of a game.
fn write_scalars(
    game: &AnyGame,
    seat: Option<Seat>,
    stamps: &Stamps,
    extras: Extras,
    out: &mut [f32],
) {
    let (first, seats) = (perspective(game, seat), usize::from(game.seats()));
    out[..BAG].fill(0.0);
    out[0] = first as f32;
    out[1] = f32::from(u8::from(game.turn().index() == first));
    out[2] = game.bag().left() as f32;
    if let Some(drawn) = game.drawn() {
        out[3] = f32::from(drawn.0) + 1.0;
        out[DRAWN..DRAWN + SUMMARY].copy_from_slice(stamps.summary(drawn));
    }
    if let Some(last) = game.board().laid().last() {
        out[LAST] = f32::from(last.cell.x);
        out[LAST + 1] = f32::from(last.cell.y);
    }
    let relative = |seat: Seat| (seat.index() + seats - first) % seats;
    for seat in Seat::all(game.seats()) {
        let at = SEATS + relative(seat) * SEAT;
        out[at] = game.scores()[seat] as f32;
        for (kind, count) in game.hands()[seat].iter() {
            out[at + 1 + kind.index()] = f32::from(count);
        }
    }
    let own = &mut out[FAMILY..FAMILY + FAMILY_VALUES];
    match game {
        AnyGame::Land(land) if land.rules().is_plain() => {}
        AnyGame::Land(land) => write_pieces(land, relative, own),
        AnyGame::Stronghold(game) => write_tokens(game, relative, own),
    }
    let (bag, rest) = out[BAG..].split_at_mut(stamps.kinds());
    for (value, &count) in bag.iter_mut().zip(game.bag().counts()) {
        *value = f32::from(count);
    }
    extras.write(game, &relative, rest);
}

/// Writes the figures on numbered spaces and the supplies of pieces.
fn write_pieces(land: &Land, relative: impl Fn(Seat) -> usize, out: &mut [f32]) {
    for figure in land.board().figures() {
        if let FigureSpot::Piece(kind, number) = figure.spot
            && PieceKind::is_space(kind)
        {
            out[usize::from(number) % SPACES] = relative(figure.seat) as f32 + 1.0;
        }
    }
    for (kind, count) in land.supplies() {
        out[SPACES + kind.index()] = f32::from(count);
    }
}

/// Writes the tokens and keeps of both players.
fn write_tokens(game: &Stronghold, relative: impl Fn(Seat) -> usize, out: &mut [f32]) {
    for seat in Seat::all(game.seats()) {
        let at = relative(seat) * (TOKENS + 2);
        for token in (1..=TOKENS as u8).filter_map(WallToken::new) {
            out[at + usize::from(token.kind()) - 1] = f32::from(game.purse(seat).held(token));
        }
        out[at + TOKENS] = game.keep(seat).map_or(0.0, |keep| f32::from(keep.size));
        out[at + TOKENS + 1] = f32::from(game.space(seat));
    }
    out[2 * TOKENS + 4] = game.tokens_on_wall() as f32;
    out[2 * TOKENS + 5] = game.largest_gap() as f32;
}
