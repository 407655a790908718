//! Differential tests: the engine and the oracle play the same random games of both families and
//! must agree on the complete state after each action.
//!
//! A game is determined by its family and its number: rules, seats, bag and all choices are derived
//! from them. `BASTIDE_GAMES=n` plays `n` games of each family instead of the default number,
//! `BASTIDE_GAME=n` only the game with number `n`.

mod harness;
mod land;
mod played;
mod same;
mod sights;
mod stronghold;

#[test]
fn land_games_agree_with_the_oracle() {
    harness::run::<land::Comparison>();
}

#[test]
fn strongholds_agree_with_the_oracle() {
    harness::run::<stronghold::Comparison>();
}
