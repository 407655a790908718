//! Tolerance for notation that is accepted but never written.
//!
//! Records of other programs may use any equivalent rotation of a symmetrical tile, and the same
//! name for copies of a tile with and without a garden. Where it is unambiguous, such a token is
//! replaced by its canonical form.

use bastide::sets;
use bastide::{
    Action, AnyGame, BuildSite, Cell, FigureKind, FigureSpot, Game, LandRules, Rotation, Rules,
    SegmentIndex, SegmentRef, Setup, Target, Terrain, TileId, TileKind, TileSet,
};

use super::{RecordErrorKind, clip};

/// Converts actions as written to their canonical form.
#[derive(Clone, Default)]
pub(super) struct Lenient {
    turned: Vec<Turned>,
}

/// A tile whose written rotation differs from its canonical one. Slots in the record refer to the
/// written rotation.
#[derive(Clone)]
struct Turned {
    cell: Cell,
    tile: TileId,
    written: Rotation,
    actual: Rotation,
}

impl Lenient {
    /// Returns the canonical form of `written` in this state of the game.
    pub(super) fn normalise(&mut self, game: &AnyGame, setup: &Setup, written: Action) -> Action {
        let site = |site: SegmentRef| self.site(game, site);
        match written {
            Action::Draw(tile) => Action::Draw(drawn(game, setup, tile)),
            Action::Place { cell, rotation, bridge } => {
                let rotation = self.place(game, cell, rotation);
                Action::Place { cell, rotation, bridge }
            }
            Action::Build { piece, site: BuildSite::Segment(slot) } => {
                Action::Build { piece, site: BuildSite::Segment(self.last_slot(game, slot)) }
            }
            Action::Build { piece, site: BuildSite::Corner { corner, figure } } => {
                Action::Build { piece, site: BuildSite::Corner { corner, figure: site(figure) } }
            }
            Action::Deploy { figure, target: Target::Segment(slot) } => {
                Action::Deploy { figure, target: Target::Segment(self.last_slot(game, slot)) }
            }
            Action::Recall(FigureSpot::Segment(at)) => {
                Action::Recall(FigureSpot::Segment(site(at)))
            }
            Action::Settle(at) => Action::Settle(site(at)),
            Action::UseToken { token, on } => Action::UseToken { token, on: on.map(site) },
            Action::Reveal(_) | Action::Deploy { .. } | Action::Recall(_) | Action::Pass => written,
        }
    }

    /// Returns the canonical rotation of the drawn tile.
    fn place(&mut self, game: &AnyGame, cell: Cell, written: Rotation) -> Rotation {
        let Some(tile) = game.drawn() else { return written };
        let kind = game.board().tiles().kind(tile);
        if kind.is_distinct(written) {
            return written;
        }
        let actual = kind.canonical(written);
        self.turned.push(Turned { cell, tile, written, actual });
        actual
    }

    /// Converts a slot of the tile laid last.
    fn last_slot(&self, game: &AnyGame, slot: SegmentIndex) -> SegmentIndex {
        match game.board().laid().last() {
            Some(tile) => self.site(game, SegmentRef { cell: tile.cell, slot }).slot,
            None => slot,
        }
    }

    fn site(&self, game: &AnyGame, site: SegmentRef) -> SegmentRef {
        let Some(turned) = self.turned.iter().find(|turned| turned.cell == site.cell) else {
            return site;
        };
        let kind = game.board().tiles().kind(turned.tile);
        let slot = kind.slot_as_turned(site.slot, turned.written, turned.actual);
        SegmentRef { slot: slot.unwrap_or(site.slot), ..site }
    }
}

/// Returns the kind that was drawn. Without figures for gardens, the copy with a garden is equivalent
/// to the others, and programs that do not support such figures use the same name for all of them.
fn drawn(game: &AnyGame, setup: &Setup, tile: TileId) -> TileId {
    if game.bag().can_draw(tile) || !ignores_gardens(setup) {
        return tile;
    }
    let tiles = game.board().tiles();
    let copy = with_garden(tiles, &tiles.kind(tile).name);
    copy.filter(|&copy| game.bag().can_draw(copy)).unwrap_or(tile)
}

/// Replaces names in the deck that exceed the number of copies.
pub(super) fn normalise_deck(setup: &mut Setup) {
    if !ignores_gardens(setup) {
        return;
    }
    let tiles = match &setup.sets {
        Some(own) => own.sets().base,
        None => sets::base(),
    };
    let Some(deck) = &mut setup.deck else { return };
    let mut used = vec![0_u8; tiles.kinds.len()];
    for name in deck {
        let Some(tile) = tiles.find(name) else { continue };
        let is_left =
            |tile: TileId, used: &[u8]| used[usize::from(tile.0)] < tiles.kind(tile).count;
        let copy = with_garden(tiles, name);
        let tile = match copy {
            Some(copy) if !is_left(tile, &used) && is_left(copy, &used) => copy,
            _ => tile,
        };
        name.clone_from(&tiles.kind(tile).name);
        used[usize::from(tile.0)] = used[usize::from(tile.0)].saturating_add(1);
    }
}

fn ignores_gardens(setup: &Setup) -> bool {
    let gardener = FigureKind::claiming(Terrain::Garden);
    matches!(&setup.rules, Rules::Land(rules) if !rules.has_kind(gardener))
}

/// Returns the copy of a tile that has a garden.
fn with_garden(tiles: &TileSet, name: &str) -> Option<TileId> {
    tiles.find(&format!("{name}g"))
}

/// Returns the error for an unknown token. A common cause is the draw of a tile that belongs to an
/// expansion the game does not use.
pub(super) fn unknown_token(token: &str) -> RecordErrorKind {
    let name = token.strip_prefix('D').unwrap_or_default();
    let of_set = |set: &&'static TileSet| Some((*set, set.kind(set.find(name)?)));
    match sets::all().iter().find_map(of_set) {
        Some((set, kind)) => {
            RecordErrorKind::ForeignTile { token: clip(token), expansion: expansion(set, kind) }
        }
        None => RecordErrorKind::BadToken(clip(token)),
    }
}

/// Returns the expansion a tile belongs to.
fn expansion(set: &TileSet, kind: &TileKind) -> String {
    match kind.printing {
        Some(year) if year != LandRules::default().printing() => {
            format!("{}={year}", set.name)
        }
        _ => set.name.to_string(),
    }
}
