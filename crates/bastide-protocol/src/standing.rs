//! Projected points if the game ended now.

use std::borrow::Cow;

use bastide::{Action, Actor, AnyGame, BySeat, Event, Game, Scoring, Seat};

use crate::aid::StandingView;

/// Returns the banked, projected and contested points of each seat.
pub fn standing(game: &AnyGame) -> Vec<StandingView> {
    let settled = settled(game);
    let (mut ended, mut contested) = (*settled.scores(), BySeat::splat(0));
    let mut add = |scoring: &Scoring| {
        let points = scoring.tally.total();
        for seat in scoring.winners.iter() {
            ended[seat] += points;
            if is_shared(scoring, seat) {
                contested[seat] += points;
            }
        }
    };
    match &*settled {
        AnyGame::Land(land) => {
            land.prospects(|scoring| add(&scoring));
            land.prospective_awards(|award| ended[award.seat] += award.tally.total());
        }
        // S-END-2 to S-END-4: keeps and tokens count too.
        AnyGame::Stronghold(stronghold) => {
            let mut awarded = Vec::new();
            stronghold.ending(|event| match event {
                Event::Scored(scoring) => add(&scoring),
                Event::Awarded(award) => awarded.push(award),
                _ => {}
            });
            for award in awarded {
                ended[award.seat] += award.tally.total();
            }
        }
    }
    let of = |seat: Seat| StandingView {
        banked: game.scores()[seat],
        ended_now: ended[seat],
        contested: contested[seat],
    };
    Seat::all(game.seats()).map(of).collect()
}

fn is_shared(scoring: &Scoring, seat: Seat) -> bool {
    (0..).map_while(Seat::new).any(|other| other != seat && scoring.figures[other] > 0)
}

/// Returns the game after the current turn, passing on every remaining option, so that features
/// completed by the tile are scored. Stops early at a token reveal, whose outcome is unknown. At the
/// beginning of a turn this is the game itself.
fn settled(game: &AnyGame) -> Cow<'_, AnyGame> {
    let (mut game, mut actions) = (Cow::Borrowed(game), Vec::new());
    while let (Actor::Seat(_), None) = (game.to_act(), game.drawn()) {
        actions.clear();
        game.legal_actions(&mut actions);
        let pass = actions.iter().find(|&&action| action == Action::Pass);
        let Some(&action) = pass.or(actions.first()) else { break };
        game.to_mut().play_unchecked(action);
    }
    game
}
