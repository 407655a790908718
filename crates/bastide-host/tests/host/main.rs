//! Integration tests of `bastide-host`: records survive a round trip, draws can be verified,
//! matches enforce the order of play, positions fit in a link.

mod annotations;
mod docs;
mod fair_play;
mod hostile;
mod lenient;
mod matches;
mod play;
mod positions;
mod records;
mod refusals;
mod stronghold;
