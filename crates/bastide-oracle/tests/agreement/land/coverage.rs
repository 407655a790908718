//! Situations to be covered by games of the Land family.

mod inns;
mod traders;

use bastide::{
    ABBOT, Action, Actor, BARN, BRIDGE, BRIDGE_MARK, BuildSite, CASTLE, CROWN, Cell, Corner,
    FigureKind, FigureSpot, SHIELD, Sector, SegmentIndex, SegmentRef, Target, Terrain, TileId,
    TileUse,
};
use bastide_oracle::{Feature, Oracle, field_corner, meeting};

use crate::coverage::Coverage;
use crate::harness::Expected;

/// A situation to be covered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Case {
    /// A feature with figures of several players and a tie for the most.
    Tie,
    /// A feature with figures of several players and a majority of one of them.
    Majority,
    /// A road or city with two segments on the same tile (ROAD-3, CITY-2).
    Double,
    /// A field that borders at least two complete cities.
    RichField,
    /// A monastery or garden with eight neighbours.
    Ring,
    /// A recalled abbot (ABBOT-6).
    AbbotBack,
    /// A tile that fits nowhere (TURN-3).
    Discard,
    /// A game that ends with such a tile (TURN-5).
    LastDiscard,
    /// A player without meeples in the supply.
    EmptyHand,
    /// A bridge.
    Bridge,
    /// A tile that can only be laid with a bridge (BRIDGE-2).
    BridgeOnly,
    /// The last bridge.
    LastBridge,
    /// A bridge at the end of a road of the wheel's patch (BRIDGE-11).
    BridgeAtBlock,
    /// A highwayman on a bridge (BRIDGE-10).
    BridgeTaken,
    /// A road that runs under its own bridge (X-EX-2).
    UnderOwnBridge,
    /// A complete, occupied road with a bridge that is scored.
    BridgePaid,
    /// An incomplete, occupied road with a bridge at the end of the game.
    BridgePaidLess,
    /// A castle onto which a knight moves (CASTLE-2).
    CastleWithLady,
    /// A castle onto which a knight of another player moves.
    CastleForAnother,
    /// A castle occupied in step 2 (CASTLE-4).
    CastleFilled,
    /// A castle that stays empty.
    CastleEmpty,
    /// A choice between two castles (CASTLE-1).
    CastleChoice,
    /// A castle on a city of the wheel's patch (WHEEL-X-4).
    CastleOnBlock,
    /// The last castle.
    LastCastle,
    /// A recalled lady (CASTLE-6).
    LadyBack,
    /// A lady recalled in a turn that completed a city with knights (CASTLE-7).
    LadyBackInTime,
    /// A lady placed this turn, who cannot be recalled (CASTLE-8).
    LadyNew,
    /// A barn.
    Barn,
    /// A choice between farmers (BARN-4).
    BarnChoice,
    /// A choice between corners.
    BarnCorners,
    /// A barn next to the end of a bridge (BRIDGE-9).
    BarnByBridge,
    /// A barn next to the river (BARN-2).
    BarnByRiver,
    /// A barn next to the wheel's patch (BARN-2).
    BarnByBlock,
    /// A second barn on a field (BARN-7).
    BarnAgain,
    /// The last barn.
    LastBarn,
    /// The pig stops on this sector.
    Pig(Sector),
    /// Tax for a knight in a city where another player has more.
    TaxedLess,
    /// Tax for two knights of a player in a city with a shield.
    TaxedTwice,
    /// A player who acts in the turn of another (WHEEL-PLAGUE-2).
    ActsOutOfTurn,
    /// A lady removed by the plague (WHEEL-X-2).
    PlagueLady,
    /// A farmer removed from a barn by the plague.
    PlagueBarn,
    /// An abbot removed by the plague.
    PlagueAbbot,
    /// A farmer removed by the plague.
    PlagueFarmer,
    /// Meeples on a crown space that the plague does not affect.
    PlagueCrown,
    /// The pig stops at a single crown space with a meeple.
    CrownSingle,
    /// The pig stops at a double crown space with one meeple (WHEEL-CROWN-3).
    CrownLone,
    /// The pig stops at a double crown space with two meeples.
    CrownPair,
    /// A tile with an icon that fits nowhere (WHEEL-5).
    IconDiscard,
    /// A large meeple.
    Large,
    /// A tile laid by a player without the large meeple in the supply.
    LargeOut,
    /// A large meeple on a bridge.
    LargeOnBridge,
    /// A large meeple on a crown space (INN-10).
    LargeOnCrown,
    /// A large meeple that moves into a barn.
    LargeInBarn,
    /// A large meeple that prevents a castle (INN-9).
    LargeInTheWay,
    /// A tie between different numbers of figures, or of other players than without large meeples
    /// (INN-EX-2).
    LargeTies,
    /// A majority that a large meeple decides (INN-EX-2).
    LargeWins,
    /// A large meeple removed by the plague.
    PlagueLarge,
    /// Tax in a city with a large meeple (INN-10).
    TaxedLarge,
    /// A crown space with a large meeple that is scored (INN-10).
    CrownLarge,
    /// A road with several inns (INN-6).
    InnsInARow,
    /// A complete, occupied road with an inn that is scored (INN-6).
    InnPaid,
    /// Such a road with a bridge (INN-8).
    InnPaidWithBridge,
    /// An incomplete, occupied road with an inn at the end of the game (INN-7).
    InnUnpaid,
    /// Such a road with a bridge (INN-8).
    InnUnpaidWithBridge,
    /// A complete, occupied city with a cathedral that is scored (CATH-1).
    CathedralPaid,
    /// An incomplete, occupied city with a cathedral at the end of the game (CATH-2).
    CathedralUnpaid,
    /// An occupied city with two cathedrals (CATH-1).
    TwoCathedrals,
    /// Goods taken (TRADE-2).
    Goods,
    /// Goods of a city where only other players have figures (TRADE-EX-1).
    GoodsOfAnother,
    /// Goods of a city without figures.
    GoodsOfNobody,
    /// Goods of two cities at once (TRADE-3).
    GoodsOfTwo,
    /// A good of which one player has the most at the end (TRADE-4).
    GoodWon,
    /// A good of which several players have the most at the end.
    GoodShared,
    /// A good that no player has at the end.
    GoodUnseen,
    /// A builder (BUILDER-1).
    Builder,
    /// A builder on a feature that the tile completes.
    BuilderAtOnce,
    /// A builder on a bridge.
    BuilderOnBridge,
    /// A builder on a feature where another player has more figures.
    BuilderOutnumbered,
    /// A tile that extends a feature with builders of several players.
    TwoBuilders,
    /// A second turn (BUILDER-3).
    SecondTurn,
    /// A figure placed or recalled in a second turn.
    SecondTurnFigure,
    /// A lady or abbot recalled in a second turn (BUILDER-6).
    SecondTurnRecall,
    /// A tile with an icon drawn in a second turn (WHEEL-4).
    SecondTurnIcon,
    /// A tile of a second turn that fits nowhere.
    SecondTurnDiscard,
    /// A tile that extends the feature of the builder in a second turn (BUILDER-4).
    NoThirdTurn,
    /// A tile that extends and completes the feature of the builder (BUILDER-EX-1).
    ExtendedToTheEnd,
    /// A bridge that extends the road of the builder.
    ExtendedByBridge,
    /// The last tile extends the feature of the builder (BUILDER-4).
    LastTileExtends,
    /// The plague removes the last meeple beside a builder (BUILDER-5).
    PlagueBuilder,
    /// A pig of a player (HOG-1).
    Hog,
    /// The plague removes the last farmer beside a pig (HOG-5).
    PlagueHog,
    /// The plague removes the last farmer of a field with a pig from a barn.
    PlagueHogBarn,
    /// The plague removes a meeple beside a builder or pig, but not the last one.
    PlagueButOne,
    /// A pig in a field that its owner wins (HOG-3).
    HogPaid,
    /// A pig in a field that its owner does not win.
    HogUnpaid,
    /// A pig in a field that its owner and others win (HOG-4).
    HogShared,
    /// A pig in a field where its owner has a farmer in a barn (BARN-6).
    HogAndBarn,
    /// An action in a game of six players (INN-1).
    SixPlayers,
    /// An action.
    Action,
}

/// Minimum numbers of occurrences of each situation, in the sample and in the whole comparison.
pub(super) const EXPECTED: [Expected<Case>; 104] = [
    (Case::Tie, 36_000, 820_000),
    (Case::Majority, 19_000, 460_000),
    (Case::Double, 28_000, 560_000),
    (Case::RichField, 140_000, 2_700_000),
    (Case::Ring, 80_000, 1_700_000),
    (Case::AbbotBack, 870, 18_000),
    (Case::Discard, 220, 2400),
    (Case::LastDiscard, 10, 85),
    (Case::EmptyHand, 21_000, 490_000),
    (Case::Bridge, 1300, 26_000),
    (Case::BridgeOnly, 5, 53),
    (Case::LastBridge, 81, 1600),
    (Case::BridgeAtBlock, 36, 450),
    (Case::BridgeTaken, 260, 4800),
    (Case::UnderOwnBridge, 1000, 24_000),
    (Case::BridgePaid, 160, 2900),
    (Case::BridgePaidLess, 340, 6400),
    (Case::CastleWithLady, 110, 2200),
    (Case::CastleForAnother, 84, 1600),
    (Case::CastleFilled, 91, 1700),
    (Case::CastleEmpty, 100, 1600),
    (Case::CastleChoice, 6, 140),
    (Case::CastleOnBlock, 24, 300),
    (Case::LastCastle, 42, 820),
    (Case::LadyBack, 190, 3700),
    (Case::LadyBackInTime, 9, 150),
    (Case::LadyNew, 30, 580),
    (Case::Barn, 250, 4400),
    (Case::BarnChoice, 28, 640),
    (Case::BarnCorners, 19, 390),
    (Case::BarnByBridge, 58, 1000),
    (Case::BarnByRiver, 94, 1500),
    (Case::BarnByBlock, 26, 330),
    (Case::BarnAgain, 66, 1300),
    (Case::LastBarn, 16, 260),
    (Case::Pig(Sector::Fortune), 210, 3500),
    (Case::Pig(Sector::Tax), 210, 3300),
    (Case::Pig(Sector::Famine), 210, 3300),
    (Case::Pig(Sector::Storm), 200, 3200),
    (Case::Pig(Sector::Inquisition), 190, 3100),
    (Case::Pig(Sector::Plague), 190, 3100),
    (Case::TaxedLess, 7, 100),
    (Case::TaxedTwice, 17, 250),
    (Case::ActsOutOfTurn, 460, 7700),
    (Case::PlagueLady, 4, 70),
    (Case::PlagueBarn, 33, 430),
    (Case::PlagueAbbot, 9, 90),
    (Case::PlagueFarmer, 260, 4400),
    (Case::PlagueCrown, 110, 1800),
    (Case::CrownSingle, 150, 2500),
    (Case::CrownLone, 110, 1800),
    (Case::CrownPair, 91, 1500),
    (Case::IconDiscard, 8, 82),
    (Case::Large, 1100, 18_000),
    (Case::LargeOut, 21_000, 460_000),
    (Case::LargeOnBridge, 23, 300),
    (Case::LargeOnCrown, 45, 780),
    (Case::LargeInBarn, 36, 510),
    (Case::LargeInTheWay, 29, 300),
    (Case::LargeTies, 1400, 41_000),
    (Case::LargeWins, 9900, 210_000),
    (Case::PlagueLarge, 60, 1000),
    (Case::TaxedLarge, 64, 1100),
    (Case::CrownLarge, 34, 630),
    (Case::InnsInARow, 1100, 27_000),
    (Case::InnPaid, 89, 1400),
    (Case::InnPaidWithBridge, 19, 350),
    (Case::InnUnpaid, 150, 2600),
    (Case::InnUnpaidWithBridge, 40, 620),
    (Case::CathedralPaid, 14, 280),
    (Case::CathedralUnpaid, 240, 3500),
    (Case::TwoCathedrals, 2100, 44_000),
    (Case::Goods, 480, 8600),
    (Case::GoodsOfAnother, 100, 1900),
    (Case::GoodsOfNobody, 78, 1300),
    (Case::GoodsOfTwo, 1, 19),
    (Case::GoodWon, 240, 4300),
    (Case::GoodShared, 63, 1100),
    (Case::GoodUnseen, 430, 4800),
    (Case::Builder, 670, 11_000),
    (Case::BuilderAtOnce, 110, 1900),
    (Case::BuilderOnBridge, 31, 420),
    (Case::BuilderOutnumbered, 24, 500),
    (Case::TwoBuilders, 73, 1400),
    (Case::SecondTurn, 460, 8200),
    (Case::SecondTurnFigure, 240, 4000),
    (Case::SecondTurnRecall, 18, 200),
    (Case::SecondTurnIcon, 16, 160),
    (Case::SecondTurnDiscard, 3, 28),
    (Case::NoThirdTurn, 100, 1800),
    (Case::ExtendedToTheEnd, 100, 1600),
    (Case::ExtendedByBridge, 10, 200),
    (Case::LastTileExtends, 15, 120),
    (Case::PlagueBuilder, 16, 260),
    (Case::Hog, 230, 4700),
    (Case::PlagueHog, 34, 260),
    (Case::PlagueHogBarn, 16, 150),
    (Case::PlagueButOne, 7, 110),
    (Case::HogPaid, 120, 2600),
    (Case::HogUnpaid, 30, 650),
    (Case::HogShared, 40, 920),
    (Case::HogAndBarn, 61, 600),
    (Case::SixPlayers, 8700, 160_000),
    (Case::Action, 65_000, 1_300_000),
];

impl Coverage<Case> {
    /// Records the situations of an action before it is played.
    pub(crate) fn note_before(&mut self, action: Action, legal: &[Action], oracle: &Oracle) {
        self.saw(Case::Action);
        self.saw_if(oracle.seats() == 6, Case::SixPlayers);
        self.note_large(action, legal, oracle);
        self.note_traders(action, legal, oracle);
        self.saw_if(
            oracle.to_act() != Actor::Chance && oracle.to_act() != Actor::Seat(oracle.turn()),
            Case::ActsOutOfTurn,
        );
        // The plague cannot be declined.
        let is_plague = !legal.contains(&Action::Pass);
        let could_fill = legal.contains(&Action::Deploy {
            figure: FigureKind::MEEPLE,
            target: Target::Built(CASTLE),
        });
        match action {
            Action::Draw(tile) => self.note_draw(tile, oracle),
            Action::Place { cell, bridge: Some(axis), .. } => {
                self.saw(Case::Bridge);
                let has_bridge = |a: &Action| matches!(a, Action::Place { bridge: Some(_), .. });
                self.saw_if(legal.iter().all(has_bridge), Case::BridgeOnly);
                self.saw_if(oracle.bridges_left() == Some(1), Case::LastBridge);
                let ends = axis.edges().map(|edge| cell.step(edge));
                self.saw_if(ends.iter().any(|&c| is_block(oracle, c)), Case::BridgeAtBlock);
            }
            Action::Build { site: BuildSite::Segment(slot), .. } => {
                self.note_castle(slot, legal, oracle);
            }
            Action::Build { site: BuildSite::Corner { corner, .. }, .. } => {
                self.note_barn(corner, legal, oracle);
            }
            Action::Deploy { target, .. } => {
                self.saw_if(target == Target::Built(BRIDGE), Case::BridgeTaken);
                self.saw_if(target == Target::Built(CASTLE), Case::CastleFilled);
                self.saw_if(could_fill && target != Target::Built(CASTLE), Case::CastleEmpty);
            }
            Action::Recall(spot) if is_plague => self.note_plague(spot, oracle),
            Action::Recall(FigureSpot::Piece(CASTLE, _)) => {
                self.saw(Case::LadyBack);
                let is_due =
                    |f: &Feature| f.terrain == Terrain::City && f.is_complete() && f.is_occupied();
                self.saw_if(oracle.features().iter().any(is_due), Case::LadyBackInTime);
            }
            Action::Recall(_) => self.saw(Case::AbbotBack),
            Action::Pass => self.saw_if(could_fill, Case::CastleEmpty),
            Action::Place { .. }
            | Action::Reveal(_)
            | Action::Settle(_)
            | Action::UseToken { .. } => {}
        }
    }

    fn note_draw(&mut self, tile: TileId, oracle: &Oracle) {
        let icon = oracle.landscape().set().kind(tile).icon;
        let Some(pig) = oracle.pig().filter(|_| icon > 0) else { return };
        let sector = pig.ahead(icon);
        self.saw(Case::Pig(sector));
        let on_wheel = |spaces: core::ops::Range<u8>| {
            spaces
                .filter(|&space| oracle.figure_on(FigureSpot::Piece(CROWN, space)).is_some())
                .count()
        };
        self.note_large_crowns(sector.crowns(), oracle);
        match (on_wheel(sector.crowns()), sector.crowns().len()) {
            (1, 1) => self.saw(Case::CrownSingle),
            (1, _) => self.saw(Case::CrownLone),
            (2, _) => self.saw(Case::CrownPair),
            _ => {}
        }
        let cities = oracle.features().iter().filter(|f| f.terrain == Terrain::City);
        for city in cities.filter(|_| sector == Sector::Tax) {
            self.note_large_tax(city);
            let counts = city.figures.0.into_iter().filter(|&n| n > 0);
            self.saw_if(counts.clone().min() < counts.clone().max(), Case::TaxedLess);
            self.saw_if(counts.max() > Some(1) && city.count(SHIELD) > 0, Case::TaxedTwice);
        }
        self.saw_if(sector == Sector::Plague && on_wheel(0..9) > 0, Case::PlagueCrown);
    }

    fn note_castle(&mut self, slot: SegmentIndex, legal: &[Action], oracle: &Oracle) {
        let city = oracle.feature_at(SegmentRef { cell: last_cell(oracle), slot });
        let is_own = city.figures[oracle.turn()] > 0;
        self.saw_if(city.is_occupied(), Case::CastleWithLady);
        self.saw_if(city.is_occupied() && !is_own, Case::CastleForAnother);
        self.saw_if(is_own, Case::LadyNew);
        let castles = legal.iter().filter(|a| matches!(a, Action::Build { piece: CASTLE, .. }));
        self.saw_if(castles.count() > 1, Case::CastleChoice);
        let is_on_block = city.sites.iter().any(|site| is_block(oracle, site.cell));
        self.saw_if(is_on_block, Case::CastleOnBlock);
        self.saw_if(oracle.castles_left() == Some(1), Case::LastCastle);
    }

    fn note_barn(&mut self, corner: Corner, legal: &[Action], oracle: &Oracle) {
        self.saw(Case::Barn);
        let barns = |is_wanted: &dyn Fn(Corner) -> bool| {
            let is_there = |a: &&Action| matches!(a, Action::Build { site: BuildSite::Corner { corner: c, .. }, .. } if is_wanted(*c));
            legal.iter().filter(is_there).count()
        };
        self.saw_if(barns(&|c| c == corner) > 1, Case::BarnChoice);
        self.saw_if(barns(&|c| c != corner) > 0, Case::BarnCorners);
        let cell = last_cell(oracle);
        let cells = meeting(cell, corner).map(|(cell, _)| cell);
        let land = oracle.landscape();
        let has_bridge = |&c: &Cell| land.at(c).is_some_and(|lying| lying.bridge.is_some());
        self.saw_if(cells.iter().any(has_bridge), Case::BarnByBridge);
        self.saw_if(cells.iter().any(|&c| is_river(oracle, c)), Case::BarnByRiver);
        self.saw_if(cells.iter().any(|&c| is_block(oracle, c)), Case::BarnByBlock);
        let field_at = |cell, corner| {
            let site = field_corner(land, cell, corner).expect("a barn's corner is field");
            &oracle.feature_at(site).sites
        };
        let is_same =
            |&(there, its): &(Cell, Corner)| field_at(there, its) == field_at(cell, corner);
        self.saw_if(oracle.barns().iter().any(is_same), Case::BarnAgain);
        self.saw_if(oracle.barns_left() == Some(1), Case::LastBarn);
    }

    fn note_plague(&mut self, spot: FigureSpot, oracle: &Oracle) {
        let figure = oracle.figure_on(spot).expect("there is a figure");
        self.saw_if(figure.kind == ABBOT, Case::PlagueAbbot);
        match spot {
            FigureSpot::Piece(CASTLE, _) => self.saw(Case::PlagueLady),
            FigureSpot::Piece(BARN, _) => self.saw(Case::PlagueBarn),
            FigureSpot::Segment(site) => {
                let is_field = oracle.feature_at(site).terrain == Terrain::Field;
                self.saw_if(is_field, Case::PlagueFarmer);
            }
            FigureSpot::Piece(..) => {}
        }
    }

    /// Records the situations after an action. `before` is the state before it, in a game with
    /// goods.
    pub(crate) fn note_after(&mut self, action: Action, before: Option<&Oracle>, oracle: &Oracle) {
        self.note_large_after(action, oracle);
        if let Some(before) = before {
            self.note_traders_after(action, before, oracle);
        }
        // If a drawn tile cannot be laid, no player is to act.
        if let Action::Draw(tile) = action
            && !matches!(oracle.to_act(), Actor::Seat(_))
        {
            self.saw(Case::Discard);
            self.saw_if(oracle.is_over(), Case::LastDiscard);
            let has_icon = oracle.landscape().set().kind(tile).icon > 0;
            self.saw_if(has_icon, Case::IconDiscard);
        }
        self.saw_if(oracle.supply(oracle.turn(), FigureKind::MEEPLE) == 0, Case::EmptyHand);
    }

    /// Records the situations of a feature.
    pub(crate) fn note_feature(&mut self, feature: &Feature, oracle: &Oracle) {
        let holders = feature.strength.0.into_iter().filter(|&n| n > 0);
        if holders.clone().count() > 1 {
            let most = holders.clone().max();
            let is_tied = holders.filter(|&n| Some(n) == most).count() > 1;
            self.saw(if is_tied { Case::Tie } else { Case::Majority });
        }
        self.note_strengths(feature);
        match feature.terrain {
            Terrain::Road => self.note_road(feature, oracle),
            Terrain::City => {
                self.note_cathedrals(feature, oracle);
                self.saw_if(feature.sites.len() > feature.tiles as usize, Case::Double);
            }
            Terrain::Field => self.saw_if(feature.complete_cities > 1, Case::RichField),
            Terrain::Monastery | Terrain::Garden => {
                self.saw_if(feature.is_complete(), Case::Ring);
            }
            Terrain::River
            | Terrain::Path
            | Terrain::Tower
            | Terrain::House
            | Terrain::Courtyard => {}
        }
    }

    fn note_road(&mut self, road: &Feature, oracle: &Oracle) {
        self.note_inns(road, oracle);
        let bridges = road.count(BRIDGE_MARK) as usize;
        self.saw_if(road.sites.len() - bridges > road.tiles as usize, Case::Double);
        if bridges == 0 {
            return;
        }
        let is_bridge = |site: &SegmentRef| {
            let lying = oracle.landscape().at(site.cell).expect("a laid tile");
            oracle.landscape().bridge_slot(lying.tile) == site.slot
        };
        let is_above = |two: &[SegmentRef]| two[0].cell == two[1].cell && is_bridge(&two[1]);
        self.saw_if(road.sites.windows(2).any(is_above), Case::UnderOwnBridge);
        if road.is_occupied() {
            self.saw_if(road.is_complete(), Case::BridgePaid);
            self.saw_if(!road.is_complete() && oracle.is_over(), Case::BridgePaidLess);
        }
    }
}

/// Returns the cell of the tile laid last.
fn last_cell(oracle: &Oracle) -> Cell {
    oracle.landscape().laid().last().expect("a start at least").0
}

fn role(oracle: &Oracle, cell: Cell) -> Option<TileUse> {
    let lying = oracle.landscape().at(cell)?;
    Some(oracle.landscape().set().kind(lying.tile).usage)
}

fn is_block(oracle: &Oracle, cell: Cell) -> bool {
    role(oracle, cell) == Some(TileUse::Patch)
}

fn is_river(oracle: &Oracle, cell: Cell) -> bool {
    matches!(role(oracle, cell), Some(TileUse::Spring | TileUse::Stream | TileUse::Lake))
}
