//! The engine and the oracle play the same random games of both families and
//! must agree on everything after every action.
//!
//! A game is known by its family and its number alone: rules, seats, bag and
//! every choice follow from them. `BASTIDE_GAMES=n` plays that many games of
//! each family instead of the usual numbers, `BASTIDE_GAME=n` only the one of
//! that number.

mod harness;
mod land;
mod played;
mod same;
mod sights;
mod stronghold;

#[test]
fn land_games_agree_with_the_oracle() {
    harness::run::<land::Table>();
}

#[test]
fn strongholds_agree_with_the_oracle() {
    harness::run::<stronghold::Table>();
}
