//! Differential tests: the engine and the oracle play the same random games of both families and
//! must agree on the complete state after each action.
//!
//! A game is determined by its family and its number: rules, seats, bag and all choices are derived
//! from them. By default a sample is played. `BASTIDE_GAMES=n` plays the first `n` games of
//! each family, `BASTIDE_GAMES=all` all of them (`cargo xtask agree`), and `BASTIDE_GAME=n` only the
//! game with number `n`.

mod coverage;
mod harness;
mod land;
mod played;
mod same;
mod stronghold;

#[test]
fn land_games_agree_with_the_oracle() {
    harness::run::<land::Comparison>();
}

#[test]
fn strongholds_agree_with_the_oracle() {
    harness::run::<stronghold::Comparison>();
}
