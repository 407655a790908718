//! Actions as numbers.
//!
//! The numbers of a family are divided into blocks, one for each form of action. Every block has
//! room for kinds of figures and pieces that do not exist yet, so that an expansion that adds rows
//! to the tables of kinds changes no number. Blocks that only some rules need come last: games
//! without them use fewer numbers.

use bastide::{
    Action, AnyGame, Axis, BuildSite, Cell, Corner, FigureKind, FigureSpot, Game, PieceKind,
    Rotation, SegmentIndex, SegmentRef, SegmentSet, Target, WallToken,
};

/// Columns and rows of the window of Land around the start tile.
const LAND_SIDE: i32 = 31;
/// Columns and rows of the window of Stronghold; its north-west corner is the cell 0,0.
const STRONGHOLD_SIDE: i32 = 16;

/// Room for kinds of figures.
pub(crate) const FIGURES: usize = 8;
/// Room for kinds of pieces.
pub(crate) const PIECES: usize = 8;
/// Room for segments of a tile.
const SLOTS: usize = SegmentSet::CAPACITY;
/// Room for numbered spaces of a kind of piece.
pub(crate) const SPACES: usize = 16;
/// Room for figures on the board.
const SPOTS: usize = 128;
/// Room for legal placements outside the window.
const OUTSIDE: usize = 512;
/// Kinds of wall tokens.
pub(crate) const TOKENS: usize = 9;
/// Room for features on which a token of one kind can be used.
const USES: usize = 128;

const _: () = {
    assert!(FigureKind::COUNT <= FIGURES && PieceKind::COUNT <= PIECES, "no room for a new kind");
    let mut at = 0;
    while at < PieceKind::COUNT {
        assert!(PieceKind::ALL[at].spec().supply as usize <= SPACES, "no room for its spaces");
        at += 1;
    }
};

/// A family of games, each with its own numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// Landscapes that grow from a start tile.
    Land,
    /// Tiles inside a wall.
    Stronghold,
}

impl Family {
    /// Returns the family of a game.
    pub fn of(game: &AnyGame) -> Family {
        match game {
            AnyGame::Land(_) => Family::Land,
            AnyGame::Stronghold(_) => Family::Stronghold,
        }
    }

    /// Returns the number of columns and rows of the window.
    pub const fn side(self) -> usize {
        match self {
            Family::Land => LAND_SIDE as usize,
            Family::Stronghold => STRONGHOLD_SIDE as usize,
        }
    }

    /// Returns the index of a cell in the window, row by row, or `None` if it lies outside.
    #[inline]
    pub fn cell_index(self, cell: Cell) -> Option<usize> {
        let (side, first) = self.window();
        let (x, y) = (i32::from(cell.x) - first, i32::from(cell.y) - first);
        let is_inside = (0..side).contains(&x) && (0..side).contains(&y);
        is_inside.then_some((y * side + x) as usize)
    }

    /// Returns the cell with this index. Precondition: the index is that of a cell.
    fn cell(self, index: usize) -> Cell {
        let (side, first) = self.window();
        let index = index as i32;
        Cell::new((index % side + first) as i8, (index / side + first) as i8)
    }

    /// Returns the number of columns and the first column; the same holds for rows.
    const fn window(self) -> (i32, i32) {
        match self {
            Family::Land => (LAND_SIDE, -(LAND_SIDE / 2)),
            Family::Stronghold => (STRONGHOLD_SIDE, 0),
        }
    }

    const fn cells(self) -> usize {
        self.side() * self.side()
    }

    /// Returns the blocks of numbers, in order.
    pub const fn blocks(self) -> &'static [Block] {
        match self {
            Family::Land => &LAND,
            Family::Stronghold => &STRONGHOLD,
        }
    }
}

/// Consecutive numbers of one form of action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// Name in documents.
    pub name: &'static str,
    form: Form,
    /// The first number.
    pub start: usize,
    /// The number of numbers.
    pub len: usize,
}

/// Form of action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Pass,
    Deploy,
    Place,
    Outside,
    Recall,
    DeployPiece,
    Build,
    Bridge,
    BuildCorner,
    Settle,
    UseToken,
    UseTokenOn,
}

/// Computes the starts of blocks.
const fn stacked<const N: usize>(rows: [(&'static str, Form, usize); N]) -> [Block; N] {
    let (mut blocks, mut at, mut start) =
        ([Block { name: "", form: Form::Pass, start: 0, len: 0 }; N], 0, 0);
    while at < N {
        let (name, form, len) = rows[at];
        blocks[at] = Block { name, form, start, len };
        start += len;
        at += 1;
    }
    blocks
}

/// Blocks of Land. Rules without pieces use those up to [`PLAIN`].
const LAND: [Block; 9] = stacked([
    ("pass", Form::Pass, 1),
    ("deploy", Form::Deploy, FIGURES * SLOTS),
    ("place", Form::Place, Family::Land.cells() * 4),
    ("place-outside", Form::Outside, OUTSIDE),
    ("recall", Form::Recall, SPOTS),
    ("deploy-piece", Form::DeployPiece, FIGURES * PIECES * SPACES),
    ("build", Form::Build, PIECES * SLOTS),
    ("place-bridge", Form::Bridge, Family::Land.cells() * 8),
    ("build-corner", Form::BuildCorner, PIECES * 4 * SPOTS),
]);

/// Number of blocks of Land that rules without pieces use.
const PLAIN: usize = 5;

/// Blocks of Stronghold.
const STRONGHOLD: [Block; 6] = stacked([
    ("pass", Form::Pass, 1),
    ("deploy", Form::Deploy, FIGURES * SLOTS),
    ("place", Form::Place, Family::Stronghold.cells() * 4),
    ("settle", Form::Settle, Family::Stronghold.cells() * SLOTS),
    ("use-token", Form::UseToken, TOKENS),
    ("use-token-on", Form::UseTokenOn, TOKENS * USES),
]);

/// The numbers of the actions of a game.
///
/// ```
/// use bastide::{AnyGame, Game, LandRules, Setup};
/// use bastide_batch::Encoding;
/// let mut game = AnyGame::new(&Setup::new(LandRules::default(), 2))?;
/// game.play(game.notation().parse("DV")?)?;
/// let encoding = Encoding::of(&game)?;
/// let place = game.notation().parse("P1,0r0")?;
/// let number = encoding.encode(&game, place).expect("a legal action has a number");
/// assert_eq!(encoding.decode(&game, number), Some(place));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Encoding {
    family: Family,
    size: usize,
}

/// The reason a game has no numbered actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EncodingError {
    /// Cells of the wall lie outside the window.
    #[error(
        "the wall has {0} columns or rows, and the numbers of actions have room for {STRONGHOLD_SIDE}"
    )]
    WallTooLarge(u8),
}

impl Encoding {
    /// Version of the numbers. It changes if a number gets another meaning.
    pub const VERSION: u32 = 1;

    /// Returns the numbers of a game, which depend on its rules only.
    ///
    /// # Errors
    /// Returns an [`EncodingError`] if the game is played inside a custom wall that is too large.
    pub fn of(game: &AnyGame) -> Result<Encoding, EncodingError> {
        let family = Family::of(game);
        let blocks = match game {
            AnyGame::Land(land) if land.rules().is_plain() => &LAND[..PLAIN],
            AnyGame::Land(_) => &LAND[..],
            AnyGame::Stronghold(game) => {
                let side = game.wall().width().max(game.wall().height());
                if i32::from(side) > STRONGHOLD_SIDE {
                    return Err(EncodingError::WallTooLarge(side));
                }
                &STRONGHOLD[..]
            }
        };
        let size = blocks.last().map_or(0, |block| block.start + block.len);
        Ok(Encoding { family, size })
    }

    /// Returns the family.
    pub const fn family(&self) -> Family {
        self.family
    }

    /// Returns the number of numbers that games with these rules use.
    pub const fn size(&self) -> usize {
        self.size
    }

    const fn start(&self, form: Form) -> usize {
        let (blocks, mut at) = (self.family.blocks(), 0);
        while at < blocks.len() {
            if blocks[at].form as u8 == form as u8 {
                return blocks[at].start;
            }
            at += 1;
        }
        usize::MAX
    }

    /// Replaces `out` by the numbers of `legal`, the legal actions of `game` in order. An action
    /// without a number, which only an extreme board has, is left out of both lists.
    pub fn encode_all(&self, game: &AnyGame, legal: &mut Vec<Action>, out: &mut Vec<i32>) {
        out.clear();
        let mut ranks = Ranks::default();
        match self.family {
            Family::Land => {
                let place = const { Encoding { family: Family::Land, size: 0 }.start(Form::Place) };
                legal.retain(|&action| {
                    // Most of all legal actions, without the tests for the others.
                    let number = match action {
                        Action::Place { cell, rotation, bridge: None } => {
                            match self.family.cell_index(cell) {
                                Some(at) => {
                                    Some(place + at * 4 + usize::from(rotation.quarter_turns()))
                                }
                                None => self.number(game, action, &mut ranks),
                            }
                        }
                        _ => self.number(game, action, &mut ranks),
                    };
                    out.extend(number.map(|number| number as i32));
                    number.is_some()
                });
            }
            Family::Stronghold => legal.retain(|&action| {
                let number = self.number(game, action, &mut ranks);
                out.extend(number.map(|number| number as i32));
                number.is_some()
            }),
        }
    }

    /// Returns the number of a legal action, or `None` if it is not legal or a chance action.
    pub fn encode(&self, game: &AnyGame, action: Action) -> Option<i32> {
        let (mut legal, mut numbers) = (game.actions(), Vec::new());
        self.encode_all(game, &mut legal, &mut numbers);
        let at = legal.iter().position(|&other| other == action)?;
        numbers.get(at).copied()
    }

    /// Returns the action with a number. The action may be illegal; `None` if no action of this
    /// position has the number.
    pub fn decode(&self, game: &AnyGame, number: i32) -> Option<Action> {
        let number = usize::try_from(number).ok().filter(|&number| number < self.size)?;
        let blocks = self.family.blocks();
        let block = blocks.iter().rfind(|block| block.start <= number)?;
        let at = number - block.start;
        let figure = |row: usize| FigureKind::ALL.get(row).copied();
        let piece = |row: usize| PieceKind::ALL.get(row).copied();
        let slot = |row: usize| SegmentIndex((row % SLOTS) as u8);
        let turns = |row: usize| Rotation::new((row % 4) as u8);
        let spot = |row: usize| game.board().figures().get(row % SPOTS).map(|figure| figure.spot);
        let action = match block.form {
            Form::Pass => Action::Pass,
            Form::Deploy => {
                Action::Deploy { figure: figure(at / SLOTS)?, target: Target::Segment(slot(at)) }
            }
            Form::Place => {
                Action::Place { cell: self.family.cell(at / 4), rotation: turns(at), bridge: None }
            }
            Form::Bridge => Action::Place {
                cell: self.family.cell(at / 8),
                rotation: turns(at),
                bridge: Some(Axis::ALL[at % 8 / 4]),
            },
            Form::Recall => Action::Recall(spot(at)?),
            Form::DeployPiece => {
                let kind = piece(at / SPACES % PIECES)?;
                let target = match kind.is_space() {
                    true => Target::Space(kind, (at % SPACES) as u8),
                    false => Target::Built(kind),
                };
                Action::Deploy { figure: figure(at / SPACES / PIECES)?, target }
            }
            Form::Build => {
                Action::Build { piece: piece(at / SLOTS)?, site: BuildSite::Segment(slot(at)) }
            }
            Form::BuildCorner => {
                let FigureSpot::Segment(figure) = spot(at)? else { return None };
                let corner = Corner::ALL[at / SPOTS % 4];
                let site = BuildSite::Corner { corner, figure };
                Action::Build { piece: piece(at / SPOTS / 4)?, site }
            }
            Form::Settle => {
                let cell = self.family.cell(at / SLOTS);
                Action::Settle(SegmentRef { cell, slot: slot(at) })
            }
            Form::UseToken => Action::UseToken { token: WallToken::new(at as u8 + 1)?, on: None },
            // Ranks in the list of legal actions.
            Form::Outside | Form::UseTokenOn => {
                let (mut legal, mut numbers) = (game.actions(), Vec::new());
                self.encode_all(game, &mut legal, &mut numbers);
                let at = numbers.iter().position(|&other| other == number as i32)?;
                legal[at]
            }
        };
        Some(action)
    }

    fn number(&self, game: &AnyGame, action: Action, ranks: &mut Ranks) -> Option<usize> {
        let land = |form| match self.family {
            Family::Land => Some(self.start(form)),
            Family::Stronghold => None,
        };
        let slot_of = |slot: SegmentIndex| usize::from(slot.0);
        let number = match action {
            Action::Draw(_) | Action::Reveal(_) => return None,
            Action::Pass => self.start(Form::Pass),
            Action::Place { cell, rotation, bridge } => {
                let turns = usize::from(rotation.quarter_turns());
                match (self.family.cell_index(cell), bridge) {
                    (Some(at), None) => self.start(Form::Place) + at * 4 + turns,
                    (Some(at), Some(axis)) => {
                        land(Form::Bridge)? + at * 8 + axis as usize * 4 + turns
                    }
                    (None, _) => {
                        let rank = ranks.outside;
                        ranks.outside += 1;
                        land(Form::Outside)? + Some(rank).filter(|&rank| rank < OUTSIDE)?
                    }
                }
            }
            Action::Deploy { figure, target } => match target {
                Target::Segment(slot) => {
                    self.start(Form::Deploy) + figure.index() * SLOTS + slot_of(slot)
                }
                Target::Built(kind) => {
                    land(Form::DeployPiece)? + (figure.index() * PIECES + kind.index()) * SPACES
                }
                Target::Space(kind, space) => {
                    let row = figure.index() * PIECES + kind.index();
                    land(Form::DeployPiece)? + row * SPACES + usize::from(space)
                }
            },
            Action::Recall(spot) => land(Form::Recall)? + rank_of(game, spot)?,
            Action::Build { piece, site: BuildSite::Segment(slot) } => {
                land(Form::Build)? + piece.index() * SLOTS + slot_of(slot)
            }
            Action::Build { piece, site: BuildSite::Corner { corner, figure } } => {
                let row = piece.index() * 4 + corner as usize;
                let spot = rank_of(game, FigureSpot::Segment(figure))?;
                land(Form::BuildCorner)? + row * SPOTS + spot
            }
            Action::Settle(SegmentRef { cell, slot }) => {
                let cell = self.family.cell_index(cell)?;
                self.start(Form::Settle) + cell * SLOTS + slot_of(slot)
            }
            Action::UseToken { token, on: None } => {
                self.start(Form::UseToken) + usize::from(token.kind()) - 1
            }
            Action::UseToken { token, on: Some(_) } => {
                let kind = usize::from(token.kind()) - 1;
                let rank = ranks.uses[kind];
                ranks.uses[kind] += 1;
                let rank = Some(rank).filter(|&rank| rank < USES)?;
                self.start(Form::UseTokenOn) + kind * USES + rank
            }
        };
        Some(number)
    }
}

/// Numbers of actions so far whose numbers are ranks in the list of legal actions.
#[derive(Default)]
struct Ranks {
    outside: usize,
    uses: [usize; TOKENS],
}

/// Returns the rank of a spot among the figures on the board.
fn rank_of(game: &AnyGame, spot: FigureSpot) -> Option<usize> {
    let at = game.board().figures().iter().position(|figure| figure.spot == spot);
    at.filter(|&at| at < SPOTS)
}
