//! Everything the engine says of a game, held against the oracle.

use std::fmt::Debug;

use bastide::{Action, Actor, AnyGame, BySeat, FigureKind, Game, Seat, SegmentId, Spot, Terrain};
use bastide_oracle::{Feature, Oracle, Standing};

use crate::table::Table;

/// What was seen in the games, to know that the hard cases came up.
#[derive(Clone, Default, Debug)]
pub(crate) struct Sights {
    /// Features that hold figures of several players, with a tie for most.
    ties: u64,
    /// The same with a majority of somebody.
    majorities: u64,
    /// Roads and cities with two segments on one tile (ROAD-3, CITY-2).
    doubles: u64,
    /// Fields with two complete cities or more.
    rich_fields: u64,
    /// Monasteries and gardens with tiles all around.
    rings: u64,
    /// Abbots taken back (ABBOT-6).
    recalls: u64,
    /// Tiles that fitted nowhere (TURN-3).
    discards: u64,
    /// Games that ended with such a tile (TURN-5).
    last_discards: u64,
    /// Players who ran out of meeples.
    empty_hands: u64,
    /// Actions played.
    actions: u64,
}

impl Sights {
    fn counts(&mut self) -> [&mut u64; 10] {
        let Sights {
            ties,
            majorities,
            doubles,
            rich_fields,
            rings,
            recalls,
            discards,
            last_discards,
            empty_hands,
            actions,
        } = self;
        [
            ties,
            majorities,
            doubles,
            rich_fields,
            rings,
            recalls,
            discards,
            last_discards,
            empty_hands,
            actions,
        ]
    }

    /// Adds what was seen elsewhere.
    pub(crate) fn add(&mut self, other: &Sights) {
        let mut other = other.clone();
        for (mine, theirs) in self.counts().into_iter().zip(other.counts()) {
            *mine += *theirs;
        }
    }

    /// Whether everything was seen, and more than by accident.
    pub(crate) fn check(mut self) {
        let fewest = self.counts().into_iter().map(|n| *n).min();
        assert!(fewest >= Some(100), "some hard case hardly came up: {self:?}");
    }

    /// Notes what an action did.
    pub(crate) fn note(&mut self, action: Action, table: &Table) {
        let oracle = &table.oracle;
        self.actions += 1;
        self.recalls += u64::from(matches!(action, Action::Recall(_)));
        // A tile that is drawn and cannot be laid leaves nobody to act.
        if matches!(action, Action::Draw(_)) && !matches!(oracle.to_act(), Actor::Seat(_)) {
            self.discards += 1;
            self.last_discards += u64::from(oracle.is_over());
        }
        self.empty_hands += u64::from(oracle.supply(oracle.turn(), FigureKind::Meeple) == 0);
    }

    fn note_feature(&mut self, feature: &Feature) {
        let holders = feature.figures.0.into_iter().filter(|&n| n > 0);
        if holders.clone().count() > 1 {
            let most = holders.clone().max();
            let tied = holders.filter(|&n| Some(n) == most).count() > 1;
            if tied { self.ties += 1 } else { self.majorities += 1 }
        }
        let is_built = matches!(feature.terrain, Terrain::Road | Terrain::City);
        self.doubles += u64::from(is_built && feature.sites.len() > feature.tiles as usize);
        self.rich_fields += u64::from(feature.complete_cities > 1);
        let is_ringed = matches!(feature.terrain, Terrain::Monastery | Terrain::Garden);
        self.rings += u64::from(is_ringed && feature.is_complete());
    }
}

/// An error that names what differs, unless both are the same.
fn same<T: PartialEq + Debug>(what: &str, engine: &T, oracle: &T) -> Result<(), String> {
    if engine == oracle {
        return Ok(());
    }
    Err(format!("{what}\n    engine: {engine:?}\n    oracle: {oracle:?}"))
}

/// Compares everything there is to see.
pub(crate) fn compare(game: &AnyGame, oracle: &Oracle, sights: &mut Sights) -> Result<(), String> {
    same("who is to act", &game.to_act(), &oracle.to_act())?;
    same("whose turn it is", &game.turn(), &oracle.turn())?;
    same("scores", game.scores(), oracle.scores())?;
    same("the bag", &game.bag().counts(), &oracle.bag())?;
    compare_actions(game, oracle)?;
    compare_tiles(game, oracle)?;
    compare_figures(game, oracle)?;
    compare_features(game, oracle, sights)?;
    let winners = oracle.is_over().then(|| oracle.winners());
    same("winners", &game.outcome().map(|outcome| outcome.winners), &winners)
}

fn compare_actions(game: &AnyGame, oracle: &Oracle) -> Result<(), String> {
    let (mut legal, mut chances) = (Vec::new(), Vec::new());
    game.legal_actions(&mut legal);
    game.chances(&mut chances);
    let expected = oracle.legal_actions();
    if legal != expected {
        let notation = game.notation();
        let show = |actions: &[Action]| -> Vec<String> {
            actions.iter().map(|&action| notation.show(action).to_string()).collect()
        };
        same("legal actions", &show(&legal), &show(&expected))?;
    }
    let mut weights = Vec::new();
    for action in expected {
        if let Action::Draw(tile) = action {
            weights.push((action, u32::from(oracle.bag()[usize::from(tile.0)])));
        }
    }
    same("what may be drawn", &chances, &weights)
}

fn compare_tiles(game: &AnyGame, oracle: &Oracle) -> Result<(), String> {
    let mut laid = Vec::new();
    for tile in game.board().laid() {
        laid.push((tile.cell, (tile.kind, tile.rotation)));
    }
    laid.sort();
    let expected = oracle.landscape().laid().iter().map(|(&cell, &tile)| (cell, tile)).collect();
    same("the tiles", &laid, &expected)
}

fn compare_figures(game: &AnyGame, oracle: &Oracle) -> Result<(), String> {
    let mut figures = Vec::new();
    for figure in game.board().figures() {
        let Spot::Segment(site) = figure.spot else {
            return Err(format!("a figure off the land: {figure:?}"));
        };
        figures.push(Standing { site, seat: figure.seat, kind: figure.kind });
    }
    figures.sort();
    same("the figures", &figures, &oracle.figures())?;
    for seat in Seat::all(Seat::MOST as u8) {
        for kind in FigureKind::ALL {
            let what = format!("{} supply of {seat}", kind.name());
            same(&what, &game.hands()[seat][kind], &oracle.supply(seat, kind))?;
        }
    }
    Ok(())
}

/// Both cut the same segments into the same features if all segments of a
/// feature have one root, no two features share a root, and no segment is
/// left over.
fn compare_features(game: &AnyGame, oracle: &Oracle, sights: &mut Sights) -> Result<(), String> {
    let board = game.board();
    let mut roots: Vec<SegmentId> = Vec::new();
    let mut segments = 0;
    for feature in oracle.features() {
        sights.note_feature(feature);
        segments += feature.sites.len();
        let mut here: Vec<Option<SegmentId>> = Vec::new();
        for &site in &feature.sites {
            here.push(board.segment_at(site).map(|segment| board.root(segment)));
        }
        here.dedup();
        let [Some(root)] = here[..] else {
            return Err(format!("the engine cuts up a feature: {feature:?}\n    roots: {here:?}"));
        };
        roots.push(root);
        compare_feature(game, root, feature)
            .map_err(|what| format!("{} at {}: {what}", feature.terrain, feature.sites[0]))?;
    }
    same("how many segments there are", &board.segments().count(), &segments)?;
    let features = roots.len();
    roots.sort();
    roots.dedup();
    same("how many features there are", &roots.len(), &features)
}

fn compare_feature(game: &AnyGame, root: SegmentId, expected: &Feature) -> Result<(), String> {
    let board = game.board();
    let feature = board.feature(root);
    same("terrain", &feature.terrain, &expected.terrain)?;
    same("completeness", &feature.is_complete(), &expected.is_complete())?;
    same("open ports", &u32::from(feature.open), &expected.open)?;
    same("marks", &u32::from(feature.marks), &expected.marks)?;
    same::<BySeat<u8>>("figures", &feature.figures, &expected.figures)?;
    if feature.terrain == Terrain::Field {
        // FIELD-7: nobody asks how large a field is.
        same("complete cities", &board.complete_cities(feature), &expected.complete_cities)
    } else {
        same("tiles", &feature.size(), &expected.tiles)
    }
}
