//! Themes of puzzles, recognised from the effects of the solution.

use core::fmt;

use bastide::{Action, AnyGame, Game, Seat, Terrain};
use bastide_bots::{Reason, reasons};

/// An idea of a solution.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Theme {
    /// Makes a feature of an opponent hard to complete.
    Block,
    /// Takes over a feature of an opponent.
    Steal,
    /// Joins a feature of an opponent to share its points.
    Share,
    /// Completes an own feature.
    Close,
    /// Keeps a figure in the supply, or gets one back.
    Save,
    /// Claims a field.
    Farm,
    /// At most three tiles are left.
    LastTiles,
}

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 7] = [
        Theme::Block,
        Theme::Steal,
        Theme::Share,
        Theme::Close,
        Theme::Save,
        Theme::Farm,
        Theme::LastTiles,
    ];

    /// Returns the name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Block => "block",
            Theme::Steal => "steal",
            Theme::Share => "share",
            Theme::Close => "close",
            Theme::Save => "save",
            Theme::Farm => "farm",
            Theme::LastTiles => "last-tiles",
        }
    }

    /// Returns the theme called `name`.
    pub fn from_name(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name() == name)
    }

    /// Returns the themes of a turn of `seat`. `others` are the best other turns.
    pub(crate) fn of(
        game: &AnyGame,
        seat: Seat,
        turn: &[Action],
        others: &[Vec<Action>],
    ) -> Vec<Theme> {
        let mut found = Vec::new();
        for reason in reasons(game, turn) {
            match reason {
                Reason::Blocks { winners, .. } if !winners.contains(seat) => {
                    found.push(Theme::Block);
                }
                Reason::Joins { owners, winners, .. } if winners.contains(seat) => {
                    let has_others = owners.iter().any(|owner| owner != seat);
                    match winners.len() {
                        1 if has_others => found.push(Theme::Steal),
                        2.. => found.push(Theme::Share),
                        _ => {}
                    }
                }
                Reason::Closes { winners, .. } if winners.contains(seat) => {
                    found.push(Theme::Close);
                }
                Reason::Starts { terrain: Terrain::Field, .. } => found.push(Theme::Farm),
                _ => {}
            }
        }
        let deploys = |turn: &[Action]| turn.iter().any(|a| matches!(a, Action::Deploy { .. }));
        if !deploys(turn) && others.first().is_some_and(|other| deploys(other)) {
            found.push(Theme::Save);
        }
        if game.bag().left() <= 3 {
            found.push(Theme::LastTiles);
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
