//! Expansions in the evaluation: what each adds to a position, to the odds and to the weights.
//!
//! Every expansion has a file of its own in this folder; here they are joined. An expansion that is
//! not in the game costs one test.

mod abbot;
mod barns;
mod castles;
mod inns;
#[cfg(test)]
mod tests;
mod traders;
mod wheel;

use arrayvec::ArrayVec;
use bastide::{
    ABBOT, Action, BARN, BUILDER, BySeat, CASTLE, Expansion, ExpansionSet, FigureKind, Game, HOG,
    LARGE, Land, LandRules, PieceKind, Rotation, Seat, SegmentId, Target, Terrain, TileKind,
};

pub use abbot::AbbotWeights;
pub use barns::BarnWeights;
pub use castles::CastleWeights;
pub use inns::InnWeights;
pub use traders::TraderWeights;
pub use wheel::WheelWeights;

pub(super) use inns::{each, is_grand};

#[cfg(test)]
use tests::incremental;

use super::Weights;
use super::analysis::Analysis;
use super::delta::{Built, Delta, Eye, Group, Span};
use super::odds::Odds;

/// Weights of the expansions, in points unless stated otherwise.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ExpansionWeights {
    /// Weights of the abbot.
    pub abbot: AbbotWeights,
    /// Weights of castles.
    pub castles: CastleWeights,
    /// Weights of barns.
    pub barns: BarnWeights,
    /// Weights of the wheel.
    pub wheel: WheelWeights,
    /// Weights of inns and cathedrals.
    pub inns: InnWeights,
    /// Weights of traders and builders.
    pub traders: TraderWeights,
}

impl ExpansionWeights {
    /// Lists all weights by name.
    pub(super) fn named(&mut self) -> impl Iterator<Item = (&'static str, &mut f32)> {
        let (abbot, castles) = (self.abbot.named(), self.castles.named());
        let (barns, wheel) = (self.barns.named(), self.wheel.named());
        let (inns, traders) = (self.inns.named(), self.traders.named());
        abbot.into_iter().chain(castles).chain(barns).chain(wheel).chain(inns).chain(traders)
    }
}

/// Expansions whose turns [`Delta`] can evaluate without playing them. The turns of mixes with other
/// expansions are played, which takes about sixty times as many instructions; no other code
/// needs to change for a new expansion.
const INCREMENTAL: ExpansionSet = ExpansionSet::of(&[
    Expansion::Fields,
    Expansion::River,
    Expansion::Abbot,
    Expansion::Bridges,
    Expansion::Castles,
    Expansion::Barns,
    Expansion::Wheel,
    Expansion::Inns,
    Expansion::Traders,
]);

/// Expansions with figures other than meeples on roads, cities and fields.
const WITH_SPECIAL_FIGURES: [Expansion; 2] = [Expansion::Inns, Expansion::Traders];

/// Expansions that count or move the figures on roads, cities and fields. [`Delta`] does not know
/// how they treat other figures than meeples, so turns of mixes with both are played. Some of these
/// mixes have too many tiles for it anyway, but not all: `wheel,fields,inns,traders` has not.
const COUNTING_FIGURES: [Expansion; 3] = [Expansion::Castles, Expansion::Barns, Expansion::Wheel];

/// Returns true if [`Delta`] can evaluate turns with these rules.
pub(super) fn are_incremental(rules: &LandRules) -> bool {
    let has_any = |of: &[Expansion]| of.iter().any(|&expansion| rules.has(expansion));
    rules.expansions.iter().all(|expansion| incremental().contains(expansion))
        && !(has_any(&WITH_SPECIAL_FIGURES) && has_any(&COUNTING_FIGURES))
}

/// Returns the expansions whose turns need not be played; tests can change the list.
#[cfg(not(test))]
const fn incremental() -> ExpansionSet {
    INCREMENTAL
}

/// Returns tuned weights.
type TunedWeights = fn() -> Weights;

/// Expansions with tuned weights of their own, in order of precedence.
///
/// Fields determine how figures are best used, whatever else is in the game: one set serves all
/// mixes with fields, and separate sets were not stronger. Without fields, the abbot and the wheel
/// each need their own set. `docs/bots.md` has the log.
const TUNED: [(Expansion, TunedWeights); 3] = [
    (Expansion::Fields, Weights::default),
    (Expansion::Wheel, wheel::tuned),
    (Expansion::Abbot, abbot_tuned),
];

fn abbot_tuned() -> Weights {
    let mut weights = abbot::tuned();
    weights.expansions.castles = castles::without_fields();
    weights
}

impl Weights {
    /// Returns the tuned weights for games with these rules.
    pub fn tuned(rules: &LandRules) -> Weights {
        let own = TUNED.iter().find(|(expansion, _)| rules.has(*expansion));
        own.map_or_else(Weights::default, |(_, weights)| weights())
    }

    /// Returns the value of a figure in supply that is not a meeple.
    #[inline]
    pub(super) fn special(&self, odds: &Odds, kind: FigureKind) -> f32 {
        match kind {
            ABBOT => self.abbot(odds),
            LARGE => self.large(odds),
            BUILDER => self.builder(odds),
            HOG => self.hog(odds),
            _ => 0.0,
        }
    }

    /// Returns the value of a figure on a monastery or garden besides its points, or `None` if it
    /// only returns with the completion.
    #[inline]
    pub(super) fn special_on_ring(&self, odds: &Odds, kind: FigureKind) -> Option<f32> {
        (kind == ABBOT).then(|| self.abbot_on_map(odds))
    }
}

/// Expected points of figures that do not come from their features.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bonus {
    /// Of a knight, per mark and knight of its city.
    pub(super) knight: f32,
    /// Of a farmer, per complete city.
    pub(super) farmer: f32,
    /// Of a figure in supply.
    pub(super) supply: f32,
    /// Of a monk.
    pub(super) monk: f32,
}

/// Statistics of the remaining tiles that only expansions need.
#[derive(Clone, Debug, Default)]
pub(super) struct ExpansionOdds {
    wheel: wheel::Pig,
    goods: traders::GoodsLeft,
}

impl ExpansionOdds {
    /// Adds `more` remaining tiles of a kind, with wrapping arithmetic.
    #[inline]
    pub(super) fn count(&mut self, kind: &TileKind, more: u8) {
        self.wheel.count(kind.icon, more);
        self.goods.count(kind, more);
    }

    /// Updates the statistics and returns the expected bonuses.
    #[inline]
    pub(super) fn prepare(&mut self, weights: &Weights, game: &Land) -> Bonus {
        self.wheel.prepare(weights, game)
    }
}

/// Analysis of the figures and pieces of expansions.
#[derive(Clone, Debug, Default)]
pub(super) struct ExpansionAnalysis {
    court: castles::Court,
    barnyard: barns::Barnyard,
    crowns: wheel::Crowns,
    market: traders::Market,
    /// Figures on roads, cities and fields that are not meeples.
    specials: ArrayVec<SpecialFigure, MOST_SPECIALS>,
}

/// A large meeple, builder or pig on a road, city or field.
#[derive(Clone, Copy, Debug)]
pub(super) struct SpecialFigure {
    seat: Seat,
    kind: FigureKind,
    root: SegmentId,
    /// Its value besides the points of the feature, which is included in the values.
    worth: f32,
}

/// Maximum number of such figures: each player has one of each kind.
const MOST_SPECIALS: usize = 3 * Seat::MOST;

/// Deployments to spaces beside the map, and the change each makes without the cost of the meeple.
pub(super) type SpaceSteps = ArrayVec<(Action, BySeat<f32>), 6>;

impl ExpansionAnalysis {
    /// Analyses a position and adds the expected values.
    pub(super) fn take(
        &mut self,
        weights: &Weights,
        odds: &Odds,
        game: &Land,
        values: &mut BySeat<f32>,
    ) {
        self.court = castles::Court::of(game);
        self.court.credit(weights, odds, values);
        self.barnyard = barns::Barnyard::of(game);
        self.barnyard.credit(weights, odds, values);
        self.crowns = wheel::Crowns::of(game);
        self.crowns.credit(weights, odds, values);
        self.market = traders::Market::of(game);
        self.market.credit(weights, odds, (game.seats(), game.turn()), values);
    }

    /// Returns true if a piece can be built after a placement.
    #[inline]
    pub(super) fn can_build(&self) -> bool {
        self.court.left > 0 || self.barnyard.left > 0
    }

    #[inline]
    pub(super) fn space_steps(&self, weights: &Weights, odds: &Odds, seat: Seat) -> SpaceSteps {
        self.crowns.steps(weights, odds, seat)
    }
}

impl Analysis {
    /// Finds figures that are not meeples on roads, cities and fields, and adds their values.
    pub(super) fn find_specials(&mut self, weights: &Weights, odds: &Odds, game: &Land) {
        self.expansions.specials.clear();
        if !WITH_SPECIAL_FIGURES.iter().any(|&expansion| game.rules().has(expansion)) {
            return;
        }
        let board = game.board();
        for figure in board.figures() {
            let (seat, kind) = (figure.seat, figure.kind);
            if !matches!(kind, LARGE | BUILDER | HOG) {
                continue;
            }
            let Some(root) = board.root_of(figure) else { continue };
            let mut special = SpecialFigure { seat, kind, root, worth: 0.0 };
            special.worth = self.value_special(weights, odds, game, &special);
            self.values[seat] += special.worth;
            let _ = self.expansions.specials.try_push(special);
        }
    }
}

impl<S: Span> Delta<S> {
    /// Updates the values of figures that are not meeples, and of goods. Must be called before
    /// returned figures are counted.
    #[inline]
    pub(super) fn judge_specials(&mut self, eye: &Eye<'_>) {
        for special in &eye.analysis.expansions.specials {
            match special.kind {
                BUILDER => self.judge_builder(eye, special),
                HOG => self.judge_hog(eye, special),
                _ => {
                    let group = self.group_with(special.root);
                    let is_line =
                        |group: &Group| matches!(group.terrain, Terrain::Road | Terrain::City);
                    let group = group.map(|group| self.groups[usize::from(group)]);
                    if group.is_some_and(|group| is_line(&group) && group.open == 0) {
                        self.return_large(special);
                    }
                }
            }
        }
        self.take_goods(eye);
    }

    /// Calls `found` with the deployments of figures that join a figure of the player.
    #[inline]
    pub(super) fn each_joining_figure(
        &self,
        eye: &Eye<'_>,
        group: &Group,
        target: Target,
        found: &mut impl FnMut(Action, &BySeat<f32>),
    ) {
        if eye.game.rules().has(Expansion::Traders) {
            self.each_companion(eye, group, target, found);
        }
    }

    /// Returns the pieces that can be built after this placement.
    #[inline]
    pub(super) fn buildings(
        &self,
        eye: &Eye<'_>,
        rotation: Rotation,
    ) -> ArrayVec<(Action, Built), 5> {
        let mut found = ArrayVec::new();
        self.each_castle(eye, &mut found);
        found.extend(self.barn(eye, rotation));
        found
    }

    /// Adds the effect of building a piece and returns the building with the figure that moved to
    /// it, if any.
    #[inline]
    pub(super) fn build(&mut self, eye: &Eye<'_>, built: Built) -> Built {
        match built.piece {
            Some(CASTLE) => self.build_castle(eye, built),
            Some(BARN) => self.build_barn(eye, built),
            Some(_) | None => built,
        }
    }

    /// Adds the effect of the figures that returned from completed cities.
    #[inline]
    pub(super) fn after_return(&mut self, eye: &Eye<'_>) {
        self.dismiss_knights(eye);
    }

    /// Adds the effects of a new figure on a feature that stays open.
    #[inline(always)]
    pub(super) fn add_figure(
        &self,
        eye: &Eye<'_>,
        built: Built,
        terrain: Terrain,
        values: &mut BySeat<f32>,
    ) {
        match terrain {
            Terrain::Field => values[eye.game.turn()] += Delta::<S>::new_farmer(eye, built),
            Terrain::City => self.add_knight(eye, built, values),
            _ => {}
        }
    }

    /// Calls `found` with the deployments and recalls of figures that stand on pieces, and with the
    /// recalls of figures that are not meeples.
    #[inline]
    pub(super) fn each_special_step(
        &self,
        eye: &Eye<'_>,
        built: Built,
        meeple_cost: Option<f32>,
        found: &mut impl FnMut(Action, &BySeat<f32>),
    ) {
        if eye.game.rules().has(Expansion::Abbot) {
            self.each_abbot_home(eye, found);
        }
        if eye.analysis.expansions.court.is_there {
            self.each_lady(eye, built, meeple_cost, found);
        }
    }
}

/// Returns true if a piece of this kind covers the feature it is built on, so that no figure can
/// be placed there.
#[inline]
pub(super) fn covers(kind: PieceKind) -> bool {
    kind == CASTLE
}
