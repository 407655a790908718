//! Many games that are stepped together, on several threads.

use std::ops::Range;

use bastide::{Action, Actor, AnyGame, Game, Seat, Setup, SetupError};
use bastide_host::Dice;

use crate::encoding::EncodingError;
use crate::env::{Env, Reward, Sampling, Templates};
use crate::observation::{Layout, Observer};
use crate::threads::{Threads, each, is_brief, parts};

/// Maximum number of games: more would not fit in the memory of most machines.
const MOST_GAMES: usize = 1 << 18;
/// Maximum number of threads.
const MOST_THREADS: usize = 256;

/// Options of a [`Batch`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Determines all draws, first players and sampled actions.
    pub seed: u64,
    /// Number of threads.
    pub threads: usize,
    /// The meaning of rewards.
    pub reward: Reward,
    /// Begins the next game as soon as one is over.
    pub auto_reset: bool,
    /// Draws the first player of each game; otherwise the set-up determines it.
    pub random_first: bool,
}

impl Default for Options {
    /// Returns one thread, rewards in points, and new games that begin at once with a random player.
    fn default() -> Options {
        Options {
            seed: 0,
            threads: 1,
            reward: Reward::Points,
            auto_reset: true,
            random_first: true,
        }
    }
}

/// Arrays of the caller that a step fills. The first dimension of each is the number of games; the
/// others are those of the [`Layout`].
#[derive(Debug, Default)]
pub struct Outputs<'a> {
    /// Planes over the window of cells.
    pub planes: Option<&'a mut [u8]>,
    /// Scalars.
    pub scalars: Option<&'a mut [f32]>,
    /// True for the number of each legal action.
    pub mask: Option<&'a mut [bool]>,
    /// Numbers of the legal actions, followed by −1; with any number of columns.
    pub legal: Option<&'a mut [i32]>,
    /// Number of legal actions, also if `legal` has fewer columns.
    pub legal_count: Option<&'a mut [i32]>,
    /// Seat to act, or −1 if the game is over.
    pub to_act: Option<&'a mut [i32]>,
    /// Rewards of each seat.
    pub rewards: Option<&'a mut [f32]>,
    /// True if the step ended a game.
    pub done: Option<&'a mut [bool]>,
    /// Final points of each seat, written when a game ends.
    pub final_scores: Option<&'a mut [i32]>,
    /// How much of `planes` and `mask` is written.
    pub writing: Writing,
}

/// How much of the large arrays is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Writing {
    /// All values.
    #[default]
    Whole,
    /// All values, and later calls will write differences to them.
    First,
    /// Differences to the same arrays as in the previous calls since [`Writing::First`]. The caller
    /// has not changed them.
    Differences,
}

/// The reason a batch cannot be created or stepped.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BatchError {
    /// The set-up is impossible.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The game has no numbered actions.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
    /// The number of games or threads is out of range.
    #[error("a batch has 1 to {MOST_GAMES} games and 1 to {MOST_THREADS} threads")]
    Size,
    /// The threads could not be started.
    #[error("the threads could not be started: {0}")]
    Threads(String),
    /// An array has the wrong number of values.
    #[error("'{name}' has {found} values instead of {expected}")]
    Length {
        /// Name of the array.
        name: &'static str,
        /// Its number of values.
        found: usize,
        /// The required number of values.
        expected: usize,
    },
    /// An action is not legal. No game has changed.
    #[error("action {action} of game {game} is not legal; no game has changed")]
    Illegal {
        /// Index of the first game with an illegal action.
        game: usize,
        /// The action.
        action: i64,
    },
    /// A saved game is not one of this batch.
    #[error("saved game {0} does not belong to a batch with this seed and these rules")]
    Saved(usize),
}

/// The state of a game, from which [`Batch::restore`] continues.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Saved {
    /// Number of games before this one.
    pub episode: u64,
    /// Source of further sampled actions.
    pub sampling: Sampling,
    /// All actions of the game.
    pub actions: Vec<Action>,
}

/// Many games with the same set-up.
pub struct Batch {
    envs: Vec<Env>,
    templates: Templates,
    observer: Observer,
    options: Options,
    setup: Setup,
    threads: Option<Threads>,
}

impl Batch {
    /// Creates `games` games, in each of which the first tile is drawn.
    ///
    /// # Errors
    /// Returns a [`BatchError`] if the set-up is impossible or there are no games.
    pub fn new(setup: &Setup, games: usize, options: Options) -> Result<Batch, BatchError> {
        let env = |templates: &Templates, at| Ok(Env::new(templates, seed_of(&options, at)));
        Batch::with(setup, games, options, env)
    }

    /// Creates a batch with the games that `env` returns for their indices, in order.
    fn with(
        setup: &Setup,
        games: usize,
        options: Options,
        mut env: impl FnMut(&Templates, usize) -> Result<Env, BatchError>,
    ) -> Result<Batch, BatchError> {
        let is_possible =
            (1..=MOST_GAMES).contains(&games) && (1..=MOST_THREADS).contains(&options.threads);
        if !is_possible {
            return Err(BatchError::Size);
        }
        let template = |first| AnyGame::new(&setup.clone().with_first(first));
        let mut templates = vec![template(setup.first)?];
        if options.random_first {
            templates = (0..setup.seats).map(template).collect::<Result<Templates, _>>()?;
        }
        let game = &templates[0];
        let observer = Observer::new(game)?;
        let envs = (0..games).map(|at| env(&templates, at)).collect::<Result<_, _>>()?;
        let setup = setup.clone();
        let mut batch = Batch { envs, templates, observer, options, setup, threads: None };
        Threads::start(&mut batch.threads, options.threads)?;
        Ok(batch)
    }

    /// Returns the shapes of the arrays.
    pub fn layout(&self) -> &Layout {
        self.observer.layout()
    }

    /// Returns the options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Returns the set-up of all games, apart from the first player.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns the number of games.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.envs.len()
    }

    /// Returns a game.
    pub fn game(&self, index: usize) -> Option<&AnyGame> {
        self.envs.get(index).map(|env| &env.game)
    }

    /// Returns the index of the first player of a game, and all its actions.
    pub fn history(&self, index: usize) -> Option<(u8, &[Action])> {
        let env = self.envs.get(index)?;
        let is_start = |game: &&AnyGame| {
            let mut game = (*game).clone();
            env.history.iter().try_for_each(|&action| game.play(action)).is_ok() && game == env.game
        };
        let first = self.templates.iter().find(is_start)?.turn();
        Some((first.index() as u8, &env.history))
    }

    /// Begins new games: those for which `which` is true, or all. The others do not change.
    ///
    /// # Errors
    /// Returns [`BatchError::Length`] if an array has the wrong length.
    pub fn reset(&mut self, which: Option<&[bool]>, out: Outputs<'_>) -> Result<(), BatchError> {
        if let Some(which) = which {
            length("which", which.len(), self.envs.len())?;
        }
        self.check(&out)?;
        for (at, env) in self.envs.iter_mut().enumerate() {
            if which.is_none_or(|which| which[at]) {
                env.reset(&self.templates);
            }
        }
        self.write(out)
    }

    /// Writes a random legal action of each game, or −1 for games that are over.
    ///
    /// # Errors
    /// Returns [`BatchError::Length`] if `actions` has the wrong length, and
    /// [`BatchError::Threads`] if a forked process cannot start threads.
    pub fn sample(&mut self, actions: &mut [i32]) -> Result<(), BatchError> {
        length("actions", actions.len(), self.envs.len())?;
        Threads::start(&mut self.threads, self.options.threads)?;
        let Batch { envs, observer, threads, .. } = self;
        let encoding = observer.layout().encoding;
        let is_brief = is_brief(envs);
        let size = envs.len().div_ceil(parts(threads));
        let mut work: Vec<_> = envs.chunks_mut(size).zip(actions.chunks_mut(size)).collect();
        each(threads, is_brief, &mut work, |(envs, actions)| {
            envs.iter_mut().zip(&mut **actions).for_each(|(env, action)| {
                *action = env.sample(&encoding);
            });
        });
        Ok(())
    }

    /// Plays an action in each game, and all draws that follow. If an action is illegal, no game
    /// changes.
    ///
    /// # Errors
    /// Returns [`BatchError::Illegal`] for the first illegal action, and [`BatchError::Length`] if
    /// an array has the wrong length.
    pub fn step(&mut self, actions: &[i32], out: Outputs<'_>) -> Result<(), BatchError> {
        length("actions", actions.len(), self.envs.len())?;
        self.check(&out)?;
        Threads::start(&mut self.threads, self.options.threads)?;
        let Batch { envs, templates, observer, options, threads, .. } = self;
        let layout = observer.layout();
        let (games, is_brief) = (envs.len(), is_brief(envs));
        let mut lanes = lanes(envs, Some(actions), out, layout, parts(threads));
        // All actions are checked before the first is played.
        let illegal = |lane: &mut Lane<'_>| {
            let encoding = layout.encoding;
            let wrong = lane.envs.iter_mut().zip(lane.actions).enumerate();
            let mut wrong = wrong.filter_map(|(at, (env, &action))| {
                (!env.choose(&encoding, action)).then_some((at, action))
            });
            lane.illegal = wrong.next();
        };
        each(threads, is_brief, &mut lanes, illegal);
        let wrong = lanes
            .iter()
            .find_map(|lane| lane.illegal.map(|(at, action)| (lane.first + at, action)));
        if let Some((game, action)) = wrong {
            debug_assert!(game < games);
            return Err(BatchError::Illegal { game, action: action.into() });
        }
        let context = Context { templates, observer, options };
        each(threads, false, &mut lanes, |lane| lane.step(&context));
        Ok(())
    }

    /// Writes the current position of all games. Rewards are 0 and no game is done.
    ///
    /// # Errors
    /// Returns [`BatchError::Length`] if an array has the wrong length.
    pub fn write(&mut self, out: Outputs<'_>) -> Result<(), BatchError> {
        self.check(&out)?;
        Threads::start(&mut self.threads, self.options.threads)?;
        let Batch { envs, templates, observer, options, threads, .. } = self;
        let layout = observer.layout();
        let mut lanes = lanes(envs, None, out, layout, parts(threads));
        let context = Context { templates, observer, options };
        each(threads, false, &mut lanes, |lane| lane.write(&context));
        Ok(())
    }

    /// Returns the state of all games.
    pub fn save(&self) -> Vec<Saved> {
        let saved = |env: &Env| Saved {
            episode: env.episode,
            sampling: env.sampling(),
            actions: env.history.clone(),
        };
        self.envs.iter().map(saved).collect()
    }

    /// Continues saved games of a batch with the same set-up and options. All actions are played
    /// again, each game before the next one is taken from `saved`: an iterator can thus show the
    /// progress, or end the work by unwinding.
    ///
    /// # Errors
    /// Returns [`BatchError::Saved`] if a game does not follow from the seed of the batch.
    pub fn restore<'a>(
        setup: &Setup,
        options: Options,
        saved: impl IntoIterator<Item = &'a Saved, IntoIter: ExactSizeIterator>,
    ) -> Result<Batch, BatchError> {
        let mut saved = saved.into_iter();
        Batch::with(setup, saved.len(), options, |templates, at| {
            let Saved { episode, sampling, actions } = saved.next().ok_or(BatchError::Saved(at))?;
            let seed = seed_of(&options, at);
            let env = Env::restore(templates, seed, *episode, *sampling, actions);
            env.ok_or(BatchError::Saved(at))
        })
    }

    /// Checks the lengths of all arrays.
    fn check(&self, out: &Outputs<'_>) -> Result<(), BatchError> {
        let (games, layout) = (self.envs.len(), self.layout());
        let each = |name, found: Option<usize>, values: usize| match found {
            Some(found) => length(name, found, games * values),
            None => Ok(()),
        };
        each("planes", out.planes.as_deref().map(<[_]>::len), layout.plane_values())?;
        each("scalars", out.scalars.as_deref().map(<[_]>::len), layout.scalars)?;
        each("mask", out.mask.as_deref().map(<[_]>::len), layout.encoding.size())?;
        each("legal_count", out.legal_count.as_deref().map(<[_]>::len), 1)?;
        each("to_act", out.to_act.as_deref().map(<[_]>::len), 1)?;
        each("rewards", out.rewards.as_deref().map(<[_]>::len), layout.seats)?;
        each("done", out.done.as_deref().map(<[_]>::len), 1)?;
        each("final_scores", out.final_scores.as_deref().map(<[_]>::len), layout.seats)?;
        match out.legal.as_deref().map(<[_]>::len) {
            Some(found) if found % games != 0 => {
                Err(BatchError::Length { name: "legal", found, expected: found / games * games })
            }
            _ => Ok(()),
        }
    }
}

fn seed_of(options: &Options, game: usize) -> u64 {
    Dice::new(options.seed, game as u64).below_u64(u64::MAX)
}

fn length(name: &'static str, found: usize, expected: usize) -> Result<(), BatchError> {
    if found == expected { Ok(()) } else { Err(BatchError::Length { name, found, expected }) }
}

/// What all games share.
struct Context<'a> {
    templates: &'a Templates,
    observer: &'a Observer,
    options: &'a Options,
}

/// Consecutive games and their parts of the arrays: the work of one thread.
struct Lane<'a> {
    first: usize,
    envs: &'a mut [Env],
    actions: &'a [i32],
    out: Outputs<'a>,
    illegal: Option<(usize, i32)>,
}

/// Divides the games and arrays into `parts` lanes of about the same size.
fn lanes<'a>(
    mut envs: &'a mut [Env],
    mut actions: Option<&'a [i32]>,
    mut out: Outputs<'a>,
    layout: &Layout,
    parts: usize,
) -> Vec<Lane<'a>> {
    let games = envs.len();
    let columns = out.legal.as_deref().map_or(0, |legal| legal.len() / games);
    let mut lanes = Vec::with_capacity(parts);
    let mut first = 0;
    for part in 0..parts {
        let count = games * (part + 1) / parts - first;
        if count == 0 {
            continue;
        }
        let own;
        (own, envs) = envs.split_at_mut(count);
        let (chosen, later) = actions.unwrap_or(&[]).split_at(actions.map_or(0, |_| count));
        actions = actions.map(|_| later);
        let out = Outputs {
            planes: cut(&mut out.planes, count * layout.plane_values()),
            scalars: cut(&mut out.scalars, count * layout.scalars),
            mask: cut(&mut out.mask, count * layout.encoding.size()),
            legal: cut(&mut out.legal, count * columns),
            legal_count: cut(&mut out.legal_count, count),
            to_act: cut(&mut out.to_act, count),
            rewards: cut(&mut out.rewards, count * layout.seats),
            done: cut(&mut out.done, count),
            final_scores: cut(&mut out.final_scores, count * layout.seats),
            writing: out.writing,
        };
        lanes.push(Lane { first, envs: own, actions: chosen, out, illegal: None });
        first += count;
    }
    lanes
}

/// Takes the first `count` values.
fn cut<'a, T>(array: &mut Option<&'a mut [T]>, count: usize) -> Option<&'a mut [T]> {
    let (taken, rest) = array.take()?.split_at_mut(count);
    *array = Some(rest);
    Some(taken)
}

/// Returns the values of game `at`.
fn part<'a, T>(array: &'a mut Option<&mut [T]>, range: Range<usize>) -> Option<&'a mut [T]> {
    array.as_deref_mut().and_then(|array| array.get_mut(range))
}

impl Lane<'_> {
    fn step(&mut self, context: &Context<'_>) {
        let seats = context.observer.layout().seats;
        for at in 0..self.envs.len() {
            let env = &mut self.envs[at];
            let was_over = env.game.is_over();
            let own = at * seats..(at + 1) * seats;
            let rewards = part(&mut self.out.rewards, own.clone());
            let is_done = env.advance(context.options.reward, rewards);
            if let Some(done) = &mut self.out.done {
                done[at] = is_done && !was_over;
            }
            if is_done {
                if let Some(scores) = part(&mut self.out.final_scores, own) {
                    let points = Seat::all(seats as u8).map(|seat| env.game.scores()[seat]);
                    scores.iter_mut().zip(points).for_each(|(score, points)| *score = points);
                }
                if context.options.auto_reset {
                    env.reset(context.templates);
                }
            }
            self.observe(at, context);
        }
    }

    fn write(&mut self, context: &Context<'_>) {
        if let Some(rewards) = &mut self.out.rewards {
            rewards.fill(0.0);
        }
        if let Some(done) = &mut self.out.done {
            done.fill(false);
        }
        (0..self.envs.len()).for_each(|at| self.observe(at, context));
    }

    /// Writes the position of game `at`.
    fn observe(&mut self, at: usize, context: &Context<'_>) {
        let (observer, writing) = (context.observer, self.out.writing);
        let (env, layout) = (&mut self.envs[at], observer.layout());
        let rows = |width: usize| at * width..(at + 1) * width;
        if let Some(planes) = part(&mut self.out.planes, rows(layout.plane_values())) {
            match writing {
                Writing::Whole => observer.planes(&env.game, None, planes),
                Writing::Differences if !env.is_new => {
                    observer.update(&mut env.shown, &env.game, planes);
                }
                Writing::First | Writing::Differences => {
                    observer.draw(&mut env.shown, &env.game, planes);
                    env.is_new = false;
                }
            }
        }
        if let Some(scalars) = part(&mut self.out.scalars, rows(layout.scalars)) {
            observer.scalars(&env.game, None, scalars);
        }
        if let Some(to_act) = &mut self.out.to_act {
            to_act[at] = match env.game.to_act() {
                Actor::Seat(seat) => seat.index() as i32,
                Actor::Chance | Actor::Nobody => -1,
            };
        }
        if self.out.mask.is_none() && self.out.legal.is_none() && self.out.legal_count.is_none() {
            return;
        }
        env.list(&layout.encoding);
        if let Some(mask) = part(&mut self.out.mask, rows(layout.encoding.size())) {
            match writing {
                Writing::Differences => {
                    env.masked.iter().for_each(|&number| mask[number as usize] = false);
                }
                Writing::First | Writing::Whole => mask.fill(false),
            }
            if writing != Writing::Whole {
                env.masked.clone_from(&env.numbers);
            }
            env.numbers.iter().for_each(|&number| mask[number as usize] = true);
        }
        if let Some(count) = &mut self.out.legal_count {
            count[at] = env.numbers.len() as i32;
        }
        let columns = self.out.legal.as_deref().map_or(0, |legal| legal.len() / self.envs.len());
        if let Some(legal) = part(&mut self.out.legal, rows(columns)) {
            let env = &self.envs[at];
            let shown = env.numbers.len().min(columns);
            legal[..shown].copy_from_slice(&env.numbers[..shown]);
            legal[shown..].fill(-1);
        }
    }
}

#[cfg(test)]
mod tests {
    use bastide::{LandRules, Rules};

    use super::*;

    fn batch(threads: usize, games: usize) -> Batch {
        let setup = Setup::new(Rules::Land(LandRules::default()), 2);
        Batch::new(&setup, games, Options { threads, ..Options::default() }).expect("a batch")
    }

    #[test]
    fn lanes_have_the_same_size() {
        for (games, threads, sizes) in [(512, 2, vec![256, 256]), (7, 3, vec![2, 2, 3])] {
            let mut batch = batch(threads, games);
            let layout = batch.observer.layout();
            let lanes = lanes(&mut batch.envs, None, Outputs::default(), layout, threads);
            assert_eq!(lanes.iter().map(|lane| lane.envs.len()).collect::<Vec<_>>(), sizes);
        }
    }

    #[test]
    fn choosing_among_listed_actions_is_brief() {
        let (mut batch, mut actions) = (batch(2, 8), [0; 8]);
        assert!(!is_brief(&batch.envs));
        batch.sample(&mut actions).expect("the right length");
        assert!(is_brief(&batch.envs));
        batch.step(&actions, Outputs::default()).expect("legal");
        assert!(!is_brief(&batch.envs));
    }
}
