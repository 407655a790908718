//! Situations with goods, builders and pigs.

use bastide::{
    Action, Actor, BARN, BUILDER, CLOTH, FigureSpot, GRAIN, HOG, Seat, SegmentRef, Target, Terrain,
    WINE,
};
use bastide_oracle::{Feature, Oracle, Standing, field_corner};

use super::{Case, last_cell};
use crate::coverage::Coverage;

impl Coverage<Case> {
    /// Records the situations of an action before it is played.
    pub(super) fn note_traders(&mut self, action: Action, legal: &[Action], oracle: &Oracle) {
        if oracle.goods(Seat::FIRST).is_none() {
            return;
        }
        let ends_turn = match action {
            Action::Deploy { figure, target } => {
                self.note_companion(figure == BUILDER, figure == HOG, target, oracle);
                true
            }
            // The plague cannot be declined.
            Action::Recall(spot) if !legal.contains(&Action::Pass) => {
                self.note_last_leaving(spot, oracle);
                false
            }
            Action::Recall(_) => {
                self.saw_if(oracle.is_second_turn(), Case::SecondTurnRecall);
                true
            }
            Action::Draw(tile) => {
                let has_icon = oracle.landscape().set().kind(tile).icon > 0;
                self.saw_if(has_icon && oracle.is_second_turn(), Case::SecondTurnIcon);
                false
            }
            Action::Place { .. } | Action::Build { .. } | Action::Pass => false,
            Action::Reveal(_) | Action::Settle(_) | Action::UseToken { .. } => false,
        };
        self.saw_if(ends_turn && oracle.is_second_turn(), Case::SecondTurnFigure);
    }

    fn note_companion(&mut self, is_builder: bool, is_hog: bool, target: Target, oracle: &Oracle) {
        if is_builder {
            self.saw(Case::Builder);
            self.saw_if(matches!(target, Target::Built(_)), Case::BuilderOnBridge);
            if let Target::Segment(slot) = target {
                let feature = oracle.feature_at(SegmentRef { cell: last_cell(oracle), slot });
                self.saw_if(feature.is_complete(), Case::BuilderAtOnce);
                // Another player has more figures there.
                let own = feature.strength[oracle.turn()];
                self.saw_if(feature.strength.0.iter().any(|&n| n > own), Case::BuilderOutnumbered);
            }
        }
        if is_hog {
            self.saw(Case::Hog);
        }
    }

    /// BUILDER-5, HOG-5: the plague takes the last meeple beside a builder or pig.
    fn note_last_leaving(&mut self, spot: FigureSpot, oracle: &Oracle) {
        let Some(site) = ground(spot, oracle) else { return };
        let figure = *oracle.figure_on(spot).expect("there is a figure");
        let feature = oracle.feature_at(site);
        for companion in companions(feature, oracle).filter(|c| c.seat == figure.seat) {
            let is_last = feature.figures[figure.seat] == 1;
            self.saw_if(is_last && companion.kind == BUILDER, Case::PlagueBuilder);
            self.saw_if(is_last && companion.kind == HOG, Case::PlagueHog);
            let is_in_barn = matches!(spot, FigureSpot::Piece(..));
            self.saw_if(is_last && companion.kind == HOG && is_in_barn, Case::PlagueHogBarn);
            self.saw_if(!is_last, Case::PlagueButOne);
        }
    }

    /// Records the situations after an action. `before` is the state before it.
    pub(super) fn note_traders_after(&mut self, action: Action, before: &Oracle, oracle: &Oracle) {
        let Some(goods) = before.goods(before.turn()) else { return };
        if let Action::Place { .. } = action {
            self.note_extension(before, oracle);
        }
        let taken = oracle.goods(before.turn()).expect("the same game");
        if taken != goods {
            self.note_goods(before, oracle);
        }
        if oracle.turns() != before.turns() && oracle.is_second_turn() {
            self.saw(Case::SecondTurn);
        }
        if let Action::Draw(_) = action
            && oracle.is_second_turn()
            && oracle.to_act() == Actor::Chance
        {
            self.saw(Case::SecondTurnDiscard);
        }
        if oracle.is_over() {
            self.note_end(oracle);
        }
    }

    /// The tile just laid may extend the feature of a builder.
    fn note_extension(&mut self, before: &Oracle, oracle: &Oracle) {
        let is_own = |f: &Standing| f.seat == before.turn() && f.kind == BUILDER;
        let Some(builder) = before.figures().into_iter().find(is_own) else { return };
        let FigureSpot::Segment(site) = builder.spot else { return };
        let cell = last_cell(oracle);
        let feature = oracle.feature_at(site);
        if !feature.sites.iter().any(|site| site.cell == cell) {
            return;
        }
        self.saw_if(before.is_second_turn(), Case::NoThirdTurn);
        self.saw_if(feature.is_complete(), Case::ExtendedToTheEnd);
        let is_last = oracle.bag().iter().all(|&count| count == 0);
        self.saw_if(is_last, Case::LastTileExtends);
        let is_bridge = |site: &SegmentRef| {
            let lying = oracle.landscape().at(cell).expect("the tile just laid");
            site.cell == cell && site.slot == oracle.landscape().bridge_slot(lying.tile)
        };
        self.saw_if(feature.sites.iter().any(is_bridge), Case::ExtendedByBridge);
        let builders = companions(feature, oracle).filter(|c| c.kind == BUILDER);
        self.saw_if(builders.count() > 1, Case::TwoBuilders);
    }

    /// The player whose turn it was took goods.
    fn note_goods(&mut self, before: &Oracle, oracle: &Oracle) {
        self.saw(Case::Goods);
        let cell = last_cell(oracle);
        let is_source = |f: &&Feature| {
            let has_goods = [WINE, GRAIN, CLOTH].into_iter().any(|good| f.count(good) > 0);
            let is_here = f.sites.iter().any(|site| site.cell == cell);
            f.terrain == Terrain::City && f.is_complete() && is_here && has_goods
        };
        // The figures are those before the end of the turn.
        let sources: Vec<&Feature> = before.features().iter().filter(is_source).collect();
        self.saw_if(sources.len() > 1, Case::GoodsOfTwo);
        for city in sources {
            let is_own = city.figures[before.turn()] > 0;
            self.saw_if(!city.is_occupied(), Case::GoodsOfNobody);
            self.saw_if(city.is_occupied() && !is_own, Case::GoodsOfAnother);
        }
    }

    /// Records the situations of a finished game.
    fn note_end(&mut self, oracle: &Oracle) {
        for good in 0..3 {
            let held = |seat| oracle.goods(seat).map_or(0, |goods| goods[good]);
            let counts: Vec<u32> = Seat::all(Seat::MOST as u8).map(held).collect();
            let most = counts.iter().max().copied().unwrap_or(0);
            let leaders = counts.iter().filter(|&&count| count == most).count();
            self.saw(match (most, leaders) {
                (0, _) => Case::GoodUnseen,
                (_, 1) => Case::GoodWon,
                _ => Case::GoodShared,
            });
        }
        for field in oracle.features().iter().filter(|f| f.terrain == Terrain::Field) {
            let most = field.strength.0.into_iter().max();
            let is_winner = |seat: Seat| Some(field.strength[seat]) == most;
            let winners = Seat::all(Seat::MOST as u8).filter(|&seat| is_winner(seat)).count();
            for hog in companions(field, oracle).filter(|_| field.complete_cities > 0) {
                self.saw(if is_winner(hog.seat) { Case::HogPaid } else { Case::HogUnpaid });
                self.saw_if(is_winner(hog.seat) && winners > 1, Case::HogShared);
                let is_in_barn_here = |f: &Standing| {
                    f.seat == hog.seat
                        && matches!(f.spot, FigureSpot::Piece(BARN, _))
                        && ground(f.spot, oracle).is_some_and(|site| field.sites.contains(&site))
                };
                self.saw_if(oracle.figures().iter().any(is_in_barn_here), Case::HogAndBarn);
            }
        }
    }
}

/// Returns the segment on which a figure stands, in a barn that of the field below.
fn ground(spot: FigureSpot, oracle: &Oracle) -> Option<SegmentRef> {
    match spot {
        FigureSpot::Segment(site) => Some(site),
        FigureSpot::Piece(BARN, number) => {
            let (cell, corner) = oracle.barns()[usize::from(number)];
            field_corner(oracle.landscape(), cell, corner)
        }
        FigureSpot::Piece(..) => None,
    }
}

/// Returns the builders and pigs on a feature.
fn companions<'a>(feature: &'a Feature, oracle: &Oracle) -> impl Iterator<Item = Standing> + 'a {
    let is_companion = |f: &Standing| f.kind == BUILDER || f.kind == HOG;
    let figures = oracle.figures().into_iter().filter(is_companion);
    figures.filter(|f| feature.sites.iter().any(|&site| f.spot == FigureSpot::Segment(site)))
}
