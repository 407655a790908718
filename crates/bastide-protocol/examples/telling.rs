//! Measures the time to build client views:
//! `cargo run --release -p bastide-protocol --example telling`.

use std::hint::black_box;
use std::time::Instant;

use bastide::{Actor, AnyGame, Game, LandRules, Rules, Setup, StrongholdRules};
use bastide_host::Dice;
use bastide_protocol::{Aid, Question, Standpoint, ViewBuilder};

const ROUNDS: u32 = 200;

/// Plays a random game until only a few tiles are left.
fn late(rules: Rules, seats: u8) -> Result<AnyGame, bastide::SetupError> {
    let mut game = AnyGame::new(&Setup::new(rules, seats))?;
    let (mut dice, mut legal) = (Dice::new(1, 1), Vec::new());
    while game.bag().left() > 3 || !matches!(game.to_act(), Actor::Seat(_)) {
        let Some(action) = dice.act(&game, &mut legal) else { break };
        game.play_unchecked(action);
    }
    Ok(game)
}

/// Prints the time of the first call and the mean time of further calls.
fn time<T>(what: &str, mut work: impl FnMut() -> T) {
    let start = Instant::now();
    black_box(work());
    let first = start.elapsed();
    let start = Instant::now();
    for _ in 0..ROUNDS {
        black_box(work());
    }
    println!("  {what:<10} {:>9.1?}   first {first:.1?}", start.elapsed() / ROUNDS);
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let base = LandRules::all_mixes().filter(|rules| rules.game().is_none());
    let all = base.max_by_key(|rules| rules.expansions.iter().count()).expect("some mix");
    for (rules, seats) in [
        (Rules::Land(LandRules::default()), 2),
        (Rules::Land(all), 5),
        (Rules::Stronghold(StrongholdRules), 2),
    ] {
        let game = late(rules, seats)?;
        println!("{} tiles, {}", game.board().laid().len(), game.board().tiles().name);
        let views = ViewBuilder::of(&game);
        let from = Standpoint { game: &game, actions: 0, turns: 0, aid: Aid::Coach, seat: None };
        time("game", || views.game(&game, 0, 0, Aid::Standard));
        time("offers", || views.offers(&game, Aid::Standard));
        let offers = views.offers(&game, Aid::Standard).ok_or("no player is to act")?;
        let preview = Question::Preview { actions: vec![offers.offers[0].action.clone()] };
        for (what, question) in [
            ("preview", preview),
            ("feature", Question::Feature { site: "0,0.0".to_owned() }),
            ("fields", Question::Fields),
            ("dead cells", Question::DeadCells),
            ("standing", Question::Standing),
        ] {
            time(what, || views.answer(&from, &question));
        }
    }
    Ok(())
}
