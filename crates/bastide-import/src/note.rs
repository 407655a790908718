//! Remarks on a successful import: what was resolved, left out or could not be known.

use core::fmt;

/// A remark on an imported game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Note {
    /// A tile that is missing from the moves fitted nowhere. It was recorded as drawn and discarded
    /// at the first opportunity, because the source does not say when that happened.
    Discarded {
        /// Name of the tile.
        tile: String,
        /// The turn before whose tile it was drawn, from 1.
        turn: usize,
    },
    /// The source does not say which copies of a tile show a garden. Copies without one were used
    /// first.
    Gardens,
    /// A figure could stand in several places; the first with which the game is legal was chosen.
    Ambiguous {
        /// The turn, from 1.
        turn: usize,
        /// The chosen action in Bastide's notation.
        chosen: String,
        /// Number of places that were legal.
        of: usize,
    },
    /// The game is not finished.
    Unfinished {
        /// Number of tiles that were not drawn.
        left: u32,
    },
    /// The points in the source differ from those by Bastide's rules.
    OtherScores {
        /// Points in the source, by seat.
        written: Vec<i32>,
        /// Points by Bastide's rules.
        actual: Vec<i32>,
    },
    /// A name was shortened or had characters that are not visible.
    Renamed {
        /// Number of the player, from 1.
        player: usize,
    },
    /// The colours of the players could not be used.
    Colours,
    /// The source does not name the players.
    NoPlayers {
        /// The assumed number of players.
        assumed: usize,
    },
    /// Some players have not moved, so their order is not known.
    PlayerOrder,
    /// The source counts points differently.
    OtherScoring(&'static str),
    /// The game was only imported up to the end of this turn.
    LegalPart {
        /// The last turn, from 1; 0 if there is none.
        turns: usize,
    },
}

impl Note {
    /// Returns a short identifier of the note, stable across versions.
    pub fn code(&self) -> &'static str {
        match self {
            Note::Discarded { .. } => "discarded",
            Note::Gardens => "gardens",
            Note::Ambiguous { .. } => "ambiguous",
            Note::Unfinished { .. } => "unfinished",
            Note::OtherScores { .. } => "other-scores",
            Note::Renamed { .. } => "renamed",
            Note::Colours => "colours",
            Note::NoPlayers { .. } => "no-players",
            Note::PlayerOrder => "player-order",
            Note::OtherScoring(_) => "other-scoring",
            Note::LegalPart { .. } => "legal-part",
        }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::Discarded { tile, turn } => write!(
                f,
                "tile {tile} was never placed; it fitted nowhere in turn {turn} and is recorded as discarded there"
            ),
            Note::Gardens => f.write_str(
                "the source does not say which tiles show a garden; copies without one were used first",
            ),
            Note::Ambiguous { turn, chosen, of } => {
                write!(f, "turn {turn}: the figure could stand in {of} places; chosen was {chosen}")
            }
            Note::Unfinished { left } => {
                write!(f, "the game is not finished: {left} tiles were not drawn")
            }
            Note::OtherScores { written, actual } => {
                write!(f, "the source has the points {written:?}, by Bastide's rules {actual:?}")
            }
            Note::Renamed { player } => write!(
                f,
                "the name of player {player} was shortened, or characters that are not visible were removed"
            ),
            Note::Colours => f.write_str("the colours of the players are unknown or not distinct"),
            Note::NoPlayers { assumed } => {
                write!(f, "the source does not name the players; assumed {assumed}")
            }
            Note::PlayerOrder => {
                f.write_str("not every player has moved, so the order of the others is a guess")
            }
            Note::OtherScoring(what) => write!(f, "the source counts differently: {what}"),
            Note::LegalPart { turns } => {
                write!(f, "only the {turns} turns before the error were imported")
            }
        }
    }
}
