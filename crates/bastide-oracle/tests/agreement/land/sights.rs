//! Situations to be covered by games of the Land family.

use bastide::{
    ABBOT, Action, Actor, BARN, BRIDGE, BuildSite, CASTLE, CROWN, Cell, Corner, FigureKind,
    FigureSpot, Sector, SegmentIndex, SegmentRef, Target, Terrain, TileId, TileUse,
};
use bastide_oracle::{Feature, Oracle, field_corner, meeting};

use crate::sights::Sights;

/// A situation to be covered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Sight {
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
    /// An action.
    Action,
}

/// Minimum number of occurrences of each situation, at least 100.
pub(super) const EXPECTED: [(Sight, u64); 54] = [
    (Sight::Tie, 500_000),
    (Sight::Majority, 160_000),
    (Sight::Double, 140_000),
    (Sight::RichField, 700_000),
    (Sight::Ring, 700_000),
    (Sight::AbbotBack, 11_000),
    (Sight::Discard, 600),
    (Sight::LastDiscard, 100),
    (Sight::EmptyHand, 280_000),
    (Sight::Bridge, 20_000),
    (Sight::BridgeOnly, 100),
    (Sight::LastBridge, 1300),
    (Sight::BridgeAtBlock, 400),
    (Sight::BridgeTaken, 4000),
    (Sight::UnderOwnBridge, 18_000),
    (Sight::BridgePaid, 1800),
    (Sight::BridgePaidLess, 6000),
    (Sight::CastleWithLady, 1700),
    (Sight::CastleForAnother, 1200),
    (Sight::CastleFilled, 1300),
    (Sight::CastleEmpty, 700),
    (Sight::CastleChoice, 100),
    (Sight::CastleOnBlock, 250),
    (Sight::LastCastle, 290),
    (Sight::LadyBack, 2800),
    (Sight::LadyBackInTime, 100),
    (Sight::LadyNew, 400),
    (Sight::Barn, 3000),
    (Sight::BarnChoice, 500),
    (Sight::BarnCorners, 300),
    (Sight::BarnByBridge, 800),
    (Sight::BarnByRiver, 1100),
    (Sight::BarnByBlock, 220),
    (Sight::BarnAgain, 1300),
    (Sight::LastBarn, 210),
    (Sight::Pig(Sector::Fortune), 3000),
    (Sight::Pig(Sector::Tax), 3000),
    (Sight::Pig(Sector::Famine), 3000),
    (Sight::Pig(Sector::Storm), 3000),
    (Sight::Pig(Sector::Inquisition), 3000),
    (Sight::Pig(Sector::Plague), 3000),
    (Sight::TaxedLess, 50),
    (Sight::TaxedTwice, 160),
    (Sight::ActsOutOfTurn, 7000),
    (Sight::PlagueLady, 100),
    (Sight::PlagueBarn, 300),
    (Sight::PlagueAbbot, 100),
    (Sight::PlagueFarmer, 2400),
    (Sight::PlagueCrown, 2100),
    (Sight::CrownSingle, 3000),
    (Sight::CrownLone, 2200),
    (Sight::CrownPair, 1900),
    (Sight::IconDiscard, 100),
    (Sight::Action, 800_000),
];

impl Sights<Sight> {
    /// Records the situations of an action before it is played.
    pub(crate) fn note_before(&mut self, action: Action, legal: &[Action], oracle: &Oracle) {
        self.saw(Sight::Action);
        self.saw_if(
            oracle.to_act() != Actor::Chance && oracle.to_act() != Actor::Seat(oracle.turn()),
            Sight::ActsOutOfTurn,
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
                self.saw(Sight::Bridge);
                let has_bridge = |a: &Action| matches!(a, Action::Place { bridge: Some(_), .. });
                self.saw_if(legal.iter().all(has_bridge), Sight::BridgeOnly);
                self.saw_if(oracle.bridges_left() == Some(1), Sight::LastBridge);
                let ends = axis.edges().map(|edge| cell.step(edge));
                self.saw_if(ends.iter().any(|&c| is_block(oracle, c)), Sight::BridgeAtBlock);
            }
            Action::Build { site: BuildSite::Segment(slot), .. } => {
                self.note_castle(slot, legal, oracle);
            }
            Action::Build { site: BuildSite::Corner { corner, .. }, .. } => {
                self.note_barn(corner, legal, oracle);
            }
            Action::Deploy { target, .. } => {
                self.saw_if(target == Target::Built(BRIDGE), Sight::BridgeTaken);
                self.saw_if(target == Target::Built(CASTLE), Sight::CastleFilled);
                self.saw_if(could_fill && target != Target::Built(CASTLE), Sight::CastleEmpty);
            }
            Action::Recall(spot) if is_plague => self.note_plague(spot, oracle),
            Action::Recall(FigureSpot::Piece(CASTLE, _)) => {
                self.saw(Sight::LadyBack);
                let is_due =
                    |f: &Feature| f.terrain == Terrain::City && f.is_complete() && f.is_occupied();
                self.saw_if(oracle.features().iter().any(is_due), Sight::LadyBackInTime);
            }
            Action::Recall(_) => self.saw(Sight::AbbotBack),
            Action::Pass => self.saw_if(could_fill, Sight::CastleEmpty),
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
        self.saw(Sight::Pig(sector));
        let on_wheel = |spaces: core::ops::Range<u8>| {
            spaces
                .filter(|&space| oracle.figure_on(FigureSpot::Piece(CROWN, space)).is_some())
                .count()
        };
        match (on_wheel(sector.crowns()), sector.crowns().len()) {
            (1, 1) => self.saw(Sight::CrownSingle),
            (1, _) => self.saw(Sight::CrownLone),
            (2, _) => self.saw(Sight::CrownPair),
            _ => {}
        }
        let cities = oracle.features().iter().filter(|f| f.terrain == Terrain::City);
        for city in cities.filter(|_| sector == Sector::Tax) {
            let counts = city.figures.0.into_iter().filter(|&n| n > 0);
            self.saw_if(counts.clone().min() < counts.clone().max(), Sight::TaxedLess);
            self.saw_if(counts.max() > Some(1) && city.marks > 0, Sight::TaxedTwice);
        }
        self.saw_if(sector == Sector::Plague && on_wheel(0..9) > 0, Sight::PlagueCrown);
    }

    fn note_castle(&mut self, slot: SegmentIndex, legal: &[Action], oracle: &Oracle) {
        let city = oracle.feature_at(SegmentRef { cell: last_cell(oracle), slot });
        let is_own = city.figures[oracle.turn()] > 0;
        self.saw_if(city.is_occupied(), Sight::CastleWithLady);
        self.saw_if(city.is_occupied() && !is_own, Sight::CastleForAnother);
        self.saw_if(is_own, Sight::LadyNew);
        let castles = legal.iter().filter(|a| matches!(a, Action::Build { piece: CASTLE, .. }));
        self.saw_if(castles.count() > 1, Sight::CastleChoice);
        let is_on_block = city.sites.iter().any(|site| is_block(oracle, site.cell));
        self.saw_if(is_on_block, Sight::CastleOnBlock);
        self.saw_if(oracle.castles_left() == Some(1), Sight::LastCastle);
    }

    fn note_barn(&mut self, corner: Corner, legal: &[Action], oracle: &Oracle) {
        self.saw(Sight::Barn);
        let barns = |is_wanted: &dyn Fn(Corner) -> bool| {
            let is_there = |a: &&Action| matches!(a, Action::Build { site: BuildSite::Corner { corner: c, .. }, .. } if is_wanted(*c));
            legal.iter().filter(is_there).count()
        };
        self.saw_if(barns(&|c| c == corner) > 1, Sight::BarnChoice);
        self.saw_if(barns(&|c| c != corner) > 0, Sight::BarnCorners);
        let cell = last_cell(oracle);
        let cells = meeting(cell, corner).map(|(cell, _)| cell);
        let land = oracle.landscape();
        let has_bridge = |&c: &Cell| land.at(c).is_some_and(|lying| lying.bridge.is_some());
        self.saw_if(cells.iter().any(has_bridge), Sight::BarnByBridge);
        self.saw_if(cells.iter().any(|&c| is_river(oracle, c)), Sight::BarnByRiver);
        self.saw_if(cells.iter().any(|&c| is_block(oracle, c)), Sight::BarnByBlock);
        let field_at = |cell, corner| {
            let site = field_corner(land, cell, corner).expect("a barn's corner is field");
            &oracle.feature_at(site).sites
        };
        let is_same =
            |&(there, its): &(Cell, Corner)| field_at(there, its) == field_at(cell, corner);
        self.saw_if(oracle.barns().iter().any(is_same), Sight::BarnAgain);
        self.saw_if(oracle.barns_left() == Some(1), Sight::LastBarn);
    }

    fn note_plague(&mut self, spot: FigureSpot, oracle: &Oracle) {
        let figure = oracle.figure_on(spot).expect("there is a figure");
        self.saw_if(figure.kind == ABBOT, Sight::PlagueAbbot);
        match spot {
            FigureSpot::Piece(CASTLE, _) => self.saw(Sight::PlagueLady),
            FigureSpot::Piece(BARN, _) => self.saw(Sight::PlagueBarn),
            FigureSpot::Segment(site) => {
                let is_field = oracle.feature_at(site).terrain == Terrain::Field;
                self.saw_if(is_field, Sight::PlagueFarmer);
            }
            FigureSpot::Piece(..) => {}
        }
    }

    /// Records the situations after an action.
    pub(crate) fn note_after(&mut self, action: Action, oracle: &Oracle) {
        // If a drawn tile cannot be laid, no player is to act.
        if let Action::Draw(tile) = action
            && !matches!(oracle.to_act(), Actor::Seat(_))
        {
            self.saw(Sight::Discard);
            self.saw_if(oracle.is_over(), Sight::LastDiscard);
            let has_icon = oracle.landscape().set().kind(tile).icon > 0;
            self.saw_if(has_icon, Sight::IconDiscard);
        }
        self.saw_if(oracle.supply(oracle.turn(), FigureKind::MEEPLE) == 0, Sight::EmptyHand);
    }

    /// Records the situations of a feature.
    pub(crate) fn note_feature(&mut self, feature: &Feature, oracle: &Oracle) {
        let holders = feature.figures.0.into_iter().filter(|&n| n > 0);
        if holders.clone().count() > 1 {
            let most = holders.clone().max();
            let is_tied = holders.filter(|&n| Some(n) == most).count() > 1;
            self.saw(if is_tied { Sight::Tie } else { Sight::Majority });
        }
        match feature.terrain {
            Terrain::Road => self.note_road(feature, oracle),
            Terrain::City => {
                self.saw_if(feature.sites.len() > feature.tiles as usize, Sight::Double);
            }
            Terrain::Field => self.saw_if(feature.complete_cities > 1, Sight::RichField),
            Terrain::Monastery | Terrain::Garden => {
                self.saw_if(feature.is_complete(), Sight::Ring);
            }
            Terrain::River
            | Terrain::Path
            | Terrain::Tower
            | Terrain::House
            | Terrain::Courtyard => {}
        }
    }

    fn note_road(&mut self, road: &Feature, oracle: &Oracle) {
        let bridges = road.marks as usize;
        self.saw_if(road.sites.len() - bridges > road.tiles as usize, Sight::Double);
        if bridges == 0 {
            return;
        }
        let is_bridge = |site: &SegmentRef| {
            let lying = oracle.landscape().at(site.cell).expect("a laid tile");
            oracle.landscape().bridge_slot(lying.tile) == site.slot
        };
        let is_above = |two: &[SegmentRef]| two[0].cell == two[1].cell && is_bridge(&two[1]);
        self.saw_if(road.sites.windows(2).any(is_above), Sight::UnderOwnBridge);
        if road.is_occupied() {
            self.saw_if(road.is_complete(), Sight::BridgePaid);
            self.saw_if(!road.is_complete() && oracle.is_over(), Sight::BridgePaidLess);
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
