//! Plays games with a simple bot and writes their maps to a folder.

use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;

use bastide::{Actor, AnyGame, Game, LandRules, Rules, Setup, StrongholdRules};
use bastide_art::{Atlas, Look};
use bastide_bots::{Budget, Spec};
use bastide_host::{Dealer, Match, Seed};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let folder = PathBuf::from(args.next().unwrap_or_else(|| ".".to_owned()));
    let theme = args.next().as_deref().unwrap_or("light").parse()?;
    let seed: u64 = args.next().as_deref().unwrap_or("7").parse()?;
    let games: [(&str, u8); 5] = [
        ("base,fields,river", 3),
        ("base,fields,bridges,castles,barns", 4),
        ("wheel,fields", 5),
        ("base,fields,inns,traders", 6),
        ("stronghold", 2),
    ];
    for (rules, seats) in games {
        let set_up = match rules {
            "stronghold" => Rules::Stronghold(StrongholdRules),
            _ => Rules::Land(rules.parse::<LandRules>()?),
        };
        let game = play(Setup::new(set_up, seats), seed)?;
        let start = Instant::now();
        let atlas = Atlas::new(game.board().tiles());
        let look = Look { theme, ..Look::default() };
        let card = bastide_art::Card {
            title: "The Land of Ann".to_owned(),
            subtitle: format!("{rules} · {} tiles", game.board().laid().len()),
            names: vec!["Ann".to_owned(), "Богдан".to_owned()],
        };
        let svg = bastide_art::postcard(&game, &atlas, &look, &card);
        let cold = start.elapsed();
        let start = Instant::now();
        let svg2 = bastide_art::postcard(&game, &atlas, &look, &card);
        let warm = start.elapsed();
        assert_eq!(svg, svg2);
        let start = Instant::now();
        let png = bastide_art::png(&svg, 2000)?;
        println!(
            "{rules}: {} tiles, {} bytes, svg {cold:?} then {warm:?}, png {:?}",
            game.board().laid().len(),
            svg.len(),
            start.elapsed()
        );
        let name = rules.split(',').next_back().unwrap_or(rules);
        std::fs::write(folder.join(format!("map-{name}-{theme}.svg")), svg)?;
        std::fs::write(folder.join(format!("map-{name}-{theme}.png")), png)?;
    }
    Ok(())
}

fn play(setup: Setup, seed: u64) -> Result<AnyGame, Box<dyn Error>> {
    let mut current = Match::new(setup, Dealer::seeded(Seed::from_number(seed), "map"))?;
    let spec: Spec = "greedy".parse()?;
    let mut bot = spec.build(seed);
    while let Actor::Seat(seat) = current.game().to_act() {
        for action in bot.choose_turn(current.game(), Budget::Nodes(1)) {
            current.play(seat, action)?;
        }
    }
    Ok(current.game().clone())
}
