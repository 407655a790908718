//! Games of six players without the expansion that adds the sixth: the kernel can play them. Those with it
//! are among the games of all mixes, with two to six players ([`Comparison`](super::Comparison)).

use bastide::{Action, AnyGame, Game, Land, LandRules, LandSetup, Rules, Seat, Setup};
use bastide_oracle::Oracle;

use super::large::play_both;

#[test]
fn games_of_six_players_agree() {
    for mix in ["base,fields,river,abbot,bridges,castles,barns", "wheel,fields,abbot,castles"] {
        let rules: LandRules = mix.parse().expect("rules");
        let mut scored = [false; Seat::MOST];
        for number in 0..8 {
            let land = Land::for_seats(&LandSetup::new(rules, 6), 2..=6).expect("six seats");
            let game = AnyGame::Land(land);
            let oracle = Oracle::beside(&game, &Setup::new(Rules::Land(rules), 6));
            // Figures are placed whenever possible, so that all players score.
            let game = play_both(game, oracle, number, |action| i32::from(action != Action::Pass));
            for seat in Seat::all(game.seats()) {
                scored[seat.index()] |= game.scores()[seat] > 0;
            }
        }
        assert_eq!(scored, [true; Seat::MOST], "{mix}");
    }
}
