//! What `bastide-host` promises: records that read back, draws that can be
//! checked, matches that keep order, positions that fit in a link.

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
