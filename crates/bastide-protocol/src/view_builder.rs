//! Builders of client views, cached per tile set and shared by all tables that use it.
//!
//! The input is always a game in play, which contains no secrets, so no view can leak one.

use std::sync::{Mutex, OnceLock, PoisonError};

use bastide::{
    AnyGame, Axis, Board, ExpansionSet, Game, Laid, LandRules, Rotation, Rules, SegmentIndex,
    SegmentRef, Setup, StrongholdRules, TileId, TileKind, TileSet,
};
use bastide_art::{Anchor, Atlas, Point, origin};

use crate::game::BoardPoint;

/// Converts games of one tile set into wire types. Anchor points and outlines are computed once per
/// tile kind and cached.
///
/// ```
/// use bastide::{AnyGame, LandRules, Rules, Setup};
/// use bastide_protocol::{Aid, ViewBuilder};
/// let game = AnyGame::new(&Setup::new(Rules::Land(LandRules::default()), 2))?;
/// let views = ViewBuilder::of(&game);
/// assert_eq!(views.set(), "base");
/// assert_eq!(views.game(&game, 0, 0, Aid::Standard).laid[0].symbol, "D-0");
/// assert!(views.offers(&game, Aid::Standard).is_none(), "chance is to act");
/// # Ok::<(), bastide::SetupError>(())
/// ```
#[derive(Debug)]
pub struct ViewBuilder {
    set: String,
    /// Text form of the tile set, used as cache key.
    print: String,
    pub(crate) atlas: Atlas<'static>,
    /// Sprite symbol of each tile kind in each rotation.
    symbols: Vec<[String; 4]>,
    /// Anchors of each tile kind in each rotation with a bridge along each axis, computed lazily
    /// because that is too expensive for every view.
    bridged: Vec<OnceLock<Vec<Option<Anchor>>>>,
}

/// Cache of all builders, one per tile set in use. Entries are never evicted.
static BUILDERS: Mutex<Vec<&'static ViewBuilder>> = Mutex::new(Vec::new());

impl ViewBuilder {
    /// Returns the cached builder for the tiles of `game`, creating it on first use.
    pub fn of(game: &AnyGame) -> &'static ViewBuilder {
        let tiles = game.board().tiles();
        let print = TileSet { name: String::new(), ..tiles.clone() }.to_string();
        let mut builders = BUILDERS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = builders.iter().find(|views| views.print == print) {
            return known;
        }
        let views = Box::leak(Box::new(ViewBuilder::new(set_name(game), print, tiles.clone())));
        builders.push(views);
        views
    }

    /// Returns the builder for the built-in tile set named `set`, as in [`ViewBuilder::set`] and
    /// [`GameView::set`](crate::GameView::set), or `None` if there is no such set.
    pub fn named(set: &str) -> Option<&'static ViewBuilder> {
        let setup = match set {
            "stronghold" => Setup::new(Rules::Stronghold(StrongholdRules), 2),
            _ => Setup::new(Rules::Land(set.parse().ok()?), 2),
        };
        let game = AnyGame::new(&setup).ok().filter(|game| set_name(game) == set)?;
        Some(ViewBuilder::of(&game))
    }

    fn new(set: String, print: String, tiles: TileSet) -> ViewBuilder {
        let tiles: &'static TileSet = Box::leak(Box::new(tiles));
        let symbol = |kind: &TileKind| {
            Rotation::ALL.map(|rotation| {
                format!("{}-{}", kind.name, kind.canonical(rotation).quarter_turns())
            })
        };
        let symbols = tiles.kinds.iter().map(symbol).collect();
        let ways = tiles.kinds.len() * Rotation::ALL.len() * Axis::ALL.len();
        let bridged = (0..ways).map(|_| OnceLock::new()).collect();
        ViewBuilder { set, print, atlas: Atlas::new(tiles), symbols, bridged }
    }

    /// Returns the name of the sprite that contains the tiles.
    pub fn set(&self) -> &str {
        &self.set
    }

    /// Returns the tile set.
    pub fn tiles(&self) -> &'static TileSet {
        self.atlas.tiles()
    }

    /// Returns the name of a tile kind.
    pub(crate) fn tile(&self, tile: TileId) -> String {
        self.tiles().get(tile).map_or_else(String::new, |kind| kind.name.to_string())
    }

    /// Returns the sprite symbol of a tile in a rotation.
    pub(crate) fn symbol(&self, tile: TileId, rotation: Rotation) -> String {
        let symbols = self.symbols.get(usize::from(tile.0));
        let turns = usize::from(rotation.quarter_turns());
        symbols.map_or_else(String::new, |symbols| symbols[turns].clone())
    }

    /// Returns the anchor of a figure on the segment `site`.
    pub(crate) fn anchor(&self, board: &Board, site: SegmentRef) -> Option<Anchor> {
        let laid = board.tile_at(site.cell)?;
        let Some(axis) = laid.bridge else { return self.atlas.anchor(board, site) };
        let anchor = (*self.beneath(board, laid, axis).get(usize::from(site.slot.0))?)?;
        let corner = origin(laid.cell);
        let at = Point { x: anchor.at.x + corner.x, y: anchor.at.y + corner.y };
        Some(Anchor { at, ..anchor })
    }

    /// Returns the anchors of all slots of a tile with a bridge, relative to the tile's corner.
    fn beneath(&self, board: &Board, laid: &Laid, axis: Axis) -> &[Option<Anchor>] {
        let turns = usize::from(laid.rotation.quarter_turns());
        let way = (usize::from(laid.kind.0) * 4 + turns) * 2 + axis as usize;
        self.bridged[way].get_or_init(|| {
            let corner = origin(laid.cell);
            let seen = |slot: u8| {
                let site = SegmentRef { cell: laid.cell, slot: SegmentIndex(slot) };
                let anchor = self.atlas.anchor(board, site)?;
                let at = Point { x: anchor.at.x - corner.x, y: anchor.at.y - corner.y };
                Some(Anchor { at, ..anchor })
            };
            (0..board.slots(laid)).map(seen).collect()
        })
    }
}

/// Returns the name of a game's tile set: its rules reduced to the expansions that add tiles.
fn set_name(game: &AnyGame) -> String {
    let AnyGame::Land(land) = game else { return "stronghold".to_owned() };
    let rules = land.rules();
    let with_tiles = rules.expansions.iter().filter_map(|expansion| expansion.spec().tiles);
    let expansions = with_tiles.fold(ExpansionSet::default(), ExpansionSet::with);
    LandRules { expansions, ..*rules }.to_string()
}

/// Converts a point to its wire form.
pub(crate) fn place(at: Point) -> BoardPoint {
    // Rounds to hundredths of a unit; smaller differences are not visible.
    #[allow(clippy::cast_possible_truncation)] // loses precision only
    let short = |n: f64| ((n * 100.0).round() / 100.0) as f32;
    BoardPoint { x: short(at.x), y: short(at.y) }
}
