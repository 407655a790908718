//! Projected points if the game ended now.

use bastide::{Action, Actor, AnyGame, Event, Game, Scoring, Seat};

use crate::aid::StandingView;

/// Returns the banked, projected and contested points of each seat.
pub(crate) fn standing(game: &AnyGame) -> Vec<StandingView> {
    let settled = settled(game);
    let mut ended = *settled.scores();
    match &settled {
        AnyGame::Land(land) => land.prospects(|scoring| {
            for seat in scoring.winners.iter() {
                ended[seat] += scoring.tally.total();
            }
        }),
        // S-END-2 to S-END-4: keeps and tokens count too.
        AnyGame::Stronghold(stronghold) => stronghold.ending(|event| match event {
            Event::Scored(scoring) => {
                for seat in scoring.winners.iter() {
                    ended[seat] += scoring.tally.total();
                }
            }
            Event::Awarded(award) => ended[award.seat] += award.tally.total(),
            _ => {}
        }),
    }
    let mut seats = Vec::new();
    for seat in Seat::all(game.seats()) {
        let mut contested = 0;
        settled.prospects(|scoring| {
            if scoring.winners.contains(seat) && is_shared(&scoring, seat) {
                contested += scoring.tally.total();
            }
        });
        let (banked, ended_now) = (game.scores()[seat], ended[seat]);
        seats.push(StandingView { banked, ended_now, contested });
    }
    seats
}

fn is_shared(scoring: &Scoring, seat: Seat) -> bool {
    (0..).map_while(Seat::new).any(|other| other != seat && scoring.figures[other] > 0)
}

/// Returns the game after the current turn, passing on every remaining option, so that features
/// completed by the tile are scored. Stops early at a token reveal, whose outcome is unknown.
fn settled(game: &AnyGame) -> AnyGame {
    let (mut game, mut actions) = (game.clone(), Vec::new());
    while let (Actor::Seat(_), None) = (game.to_act(), game.drawn()) {
        actions.clear();
        game.legal_actions(&mut actions);
        let pass = actions.iter().find(|&&action| action == Action::Pass);
        let Some(&action) = pass.or(actions.first()) else { break };
        game.play_unchecked(action);
    }
    game
}
