//! Spellings that are read and never written.
//!
//! Records of other programs turn a symmetrical tile either way, and know only
//! one copy of a tile that is also printed with a garden. Where nothing is
//! ambiguous such a token is replaced by the one that Bastide writes.

use bastide::sets;
use bastide::{
    Action, AnyGame, Berth, Cell, LandRules, Module, Rotation, Rules, Setup, Site, Slot, Spot,
    TileId, TileKind, TileSet,
};

use super::{RecordErrorKind, clip};

/// Replaces actions as they were written by those that the game knows.
#[derive(Default)]
pub(super) struct Lenient {
    turned: Vec<Turned>,
}

/// A tile that was written with a rotation other than the one it lies in. Slots
/// in the record are those of the written rotation.
struct Turned {
    cell: Cell,
    tile: TileId,
    written: Rotation,
    actual: Rotation,
}

impl Lenient {
    /// The action that `written` stands for in this state of the game.
    pub(super) fn normalise(&mut self, game: &AnyGame, setup: &Setup, written: Action) -> Action {
        let site = |site: Site| self.site(game, site);
        match written {
            Action::Draw(tile) => Action::Draw(drawn(game, setup, tile)),
            Action::Place { cell, rotation, bridge } => {
                let rotation = self.place(game, cell, rotation);
                Action::Place { cell, rotation, bridge }
            }
            Action::BuildCastle(slot) => Action::BuildCastle(self.last_slot(game, slot)),
            Action::BuildBarn { corner, farmer } => {
                Action::BuildBarn { corner, farmer: site(farmer) }
            }
            Action::Deploy { figure, berth: Berth::Slot(slot) } => {
                Action::Deploy { figure, berth: Berth::Slot(self.last_slot(game, slot)) }
            }
            Action::Recall(Spot::Segment(at)) => Action::Recall(Spot::Segment(site(at))),
            Action::Settle(at) => Action::Settle(site(at)),
            Action::UseToken { token, on } => Action::UseToken { token, on: on.map(site) },
            Action::Reveal(_) | Action::Deploy { .. } | Action::Recall(_) | Action::Pass => written,
        }
    }

    /// The rotation in which the drawn tile lies.
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

    /// A slot of the tile laid last.
    fn last_slot(&self, game: &AnyGame, slot: Slot) -> Slot {
        match game.board().laid().last() {
            Some(tile) => self.site(game, Site { cell: tile.cell, slot }).slot,
            None => slot,
        }
    }

    fn site(&self, game: &AnyGame, site: Site) -> Site {
        let Some(turned) = self.turned.iter().find(|turned| turned.cell == site.cell) else {
            return site;
        };
        let kind = game.board().tiles().kind(turned.tile);
        let slot = kind.slot_as_turned(site.slot, turned.written, turned.actual);
        Site { slot: slot.unwrap_or(site.slot), ..site }
    }
}

/// The kind that was drawn: without the abbot the copy with a garden plays like
/// the others, and programs without the abbot have one name for all.
fn drawn(game: &AnyGame, setup: &Setup, tile: TileId) -> TileId {
    if game.bag().can_draw(tile) || !ignores_gardens(setup) {
        return tile;
    }
    let tiles = game.board().tiles();
    let copy = with_garden(tiles, &tiles.kind(tile).name);
    copy.filter(|&copy| game.bag().can_draw(copy)).unwrap_or(tile)
}

/// Replaces names in the deck that there are too few copies of.
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
    matches!(&setup.rules, Rules::Land(rules) if !rules.has(Module::Abbot))
}

/// The copy of a tile that is printed with a garden.
fn with_garden(tiles: &TileSet, name: &str) -> Option<TileId> {
    tiles.find(&format!("{name}g"))
}

/// Why a token names no action: often it draws a tile of an option that the
/// game is played without.
pub(super) fn unknown_token(token: &str) -> RecordErrorKind {
    let name = token.strip_prefix('D').unwrap_or_default();
    let of_set = |set: &&'static TileSet| Some((*set, set.kind(set.find(name)?)));
    match sets::all().iter().find_map(of_set) {
        Some((set, kind)) => {
            RecordErrorKind::ForeignTile { token: clip(token), option: option(set, kind) }
        }
        None => RecordErrorKind::BadToken(clip(token)),
    }
}

/// The option of a game that a tile comes with.
fn option(set: &TileSet, kind: &TileKind) -> String {
    match kind.printing {
        Some(year) if year != LandRules::default().river_ends.year() => {
            format!("{}={year}", set.name)
        }
        _ => set.name.to_string(),
    }
}
