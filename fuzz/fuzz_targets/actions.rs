//! Plays arbitrary actions in arbitrary games: rejected actions change nothing, listed actions are
//! accepted, and no game panics.
#![no_main]

use bastide::{
    Action, AnyGame, Axis, BARN, BRIDGE, BuildSite, CASTLE, CROWN, Cell, Corner, FigureKind,
    FigureSpot, Game, LandRules, Rotation, Rules, SegmentIndex, SegmentRef, Setup, StrongholdRules,
    Target, TileId, WallToken,
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = bytes.iter().copied();
    let mut next = || bytes.next();
    // There are more mixes than a byte can number.
    let (Some(low), Some(high), Some(seats)) = (next(), next(), next()) else { return };
    let mix = usize::from(u16::from_le_bytes([low, high]));
    let mixes: Vec<_> = LandRules::every_mix().collect();
    let setup = match mixes.get(mix % (mixes.len() + 1)) {
        Some(&rules) => {
            let allowed: Vec<u8> = rules.seats().collect();
            Setup::new(Rules::Land(rules), allowed[usize::from(seats) % allowed.len()])
        }
        None => Setup::new(Rules::Stronghold(StrongholdRules), 2),
    };
    let mut game = AnyGame::new(&setup).expect("every listed mix is possible");
    let mut legal = Vec::new();
    while let Some(kind) = next() {
        let mut byte = || next().unwrap_or(0);
        legal.clear();
        game.legal_actions(&mut legal);
        let cell = |x: u8, y: u8| Cell::new(x as i8, y as i8);
        let figure = FigureKind::ALL[usize::from(kind / 8) % FigureKind::COUNT];
        let action = match kind % 8 {
            // Mostly legal actions, so that the game makes progress.
            0..=3 if !legal.is_empty() => legal[usize::from(byte()) % legal.len()],
            0 => Action::Pass,
            1 => Action::Draw(TileId(byte())),
            2 | 4 => Action::Place {
                cell: cell(byte() % 16, byte() % 16).offset(-8, -8),
                rotation: Rotation::new(byte()),
                bridge: [None, Some(Axis::NorthSouth), Some(Axis::EastWest)]
                    [usize::from(kind) / 64 % 3],
            },
            3 => Action::Deploy { figure, target: Target::Segment(SegmentIndex(byte())) },
            5 => match byte() % 4 {
                0 => Action::Deploy { figure, target: Target::Built(BRIDGE) },
                1 => Action::Deploy { figure, target: Target::Built(CASTLE) },
                2 => Action::Deploy { figure, target: Target::Space(CROWN, byte()) },
                _ => {
                    Action::Build { piece: CASTLE, site: BuildSite::Segment(SegmentIndex(byte())) }
                }
            },
            6 => {
                let site = SegmentRef { cell: cell(byte(), byte()), slot: SegmentIndex(byte()) };
                match byte() % 6 {
                    4 => Action::Settle(site),
                    5 => {
                        let Some(token) = WallToken::new(byte() % 10) else { continue };
                        Action::UseToken { token, on: (kind < 128).then_some(site) }
                    }
                    0 => Action::Recall(FigureSpot::Segment(site)),
                    1 => Action::Recall(FigureSpot::Piece(CASTLE, byte())),
                    2 => Action::Recall(FigureSpot::Piece(BARN, byte())),
                    _ => {
                        let corner = Corner::ALL[usize::from(byte() % 4)];
                        let site = BuildSite::Corner { corner, figure: site };
                        // Rarely a piece that cannot stand at a corner.
                        let piece = if kind < 240 { BARN } else { CASTLE };
                        Action::Build { piece, site }
                    }
                }
            }
            _ => {
                Action::Place { cell: cell(byte(), byte()), rotation: Rotation::NONE, bridge: None }
            }
        };
        let before = game.fingerprint();
        let is_listed = legal.binary_search(&action).is_ok();
        assert_eq!(game.play(action).is_ok(), is_listed, "{action:?}");
        assert!(is_listed || game.fingerprint() == before, "{action:?}");
    }
});
