//! One game of a batch.

use bastide::{Action, Actor, AnyGame, BySeat, Game, Seat};
use bastide_host::Dice;

use crate::encoding::Encoding;
use crate::observation::Shown;

/// The meaning of rewards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reward {
    /// The points that each seat gained.
    #[default]
    Points,
    /// The points that each seat gained, minus the mean of those of the others. They add up to 0.
    Margin,
    /// At the end of a game: 1 for the winner and −1 for the others; a shared win counts as the
    /// corresponding part of it. They add up to 0 for two players.
    Win,
}

/// The source of the sampled actions of a saved game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sampling {
    /// The state of the generator.
    State(u64),
    /// The seed of a new generator. Batches were saved in this way up to version 0.1.
    Seed(u64),
}

/// A new game for each first seat. All episodes are copies of these.
pub(crate) type Templates = Vec<AnyGame>;

/// A game, its source of draws, and its list of legal actions.
#[derive(Clone, Debug)]
pub(crate) struct Env {
    pub(crate) game: AnyGame,
    seed: u64,
    /// Number of games before this one.
    pub(crate) episode: u64,
    dice: Dice,
    /// Random numbers of sampled actions, which do not affect the draws.
    sampling: Dice,
    /// All actions of the game, draws included.
    pub(crate) history: Vec<Action>,
    legal: Vec<Action>,
    pub(crate) numbers: Vec<i32>,
    is_listed: bool,
    /// The action that the next [`Env::advance`] plays.
    chosen: Action,
    /// True if the game has begun since the planes were drawn.
    pub(crate) is_new: bool,
    pub(crate) shown: Shown,
    /// Numbers that are set in the mask.
    pub(crate) masked: Vec<i32>,
}

/// The streams of random numbers of a game.
const DRAWS: u64 = 0;
const SAMPLING: u64 = 1;

impl Env {
    pub(crate) fn new(templates: &Templates, seed: u64) -> Env {
        let mut env = Env {
            game: templates[0].clone(),
            seed,
            episode: 0,
            dice: Dice::new(seed, 0),
            sampling: Dice::new(seed, SAMPLING),
            history: Vec::with_capacity(256),
            legal: Vec::with_capacity(256),
            numbers: Vec::with_capacity(256),
            is_listed: false,
            chosen: Action::Pass,
            is_new: true,
            shown: Shown::default(),
            masked: Vec::with_capacity(256),
        };
        env.begin(templates);
        env
    }

    /// Restores a game from its number and its actions.
    pub(crate) fn restore(
        templates: &Templates,
        seed: u64,
        episode: u64,
        sampling: Sampling,
        history: &[Action],
    ) -> Option<Env> {
        let mut env = Env::new(templates, seed);
        env.episode = episode;
        env.begin(templates);
        let mut dealt = env.history.len();
        for (at, &action) in history.iter().enumerate() {
            if at < dealt {
                // Drawn again from the same seed.
                if env.history[at] != action {
                    return None;
                }
                continue;
            }
            env.game.check(action).ok()?;
            env.chosen = action;
            env.play();
            dealt = env.history.len();
        }
        env.sampling = match sampling {
            Sampling::State(state) => Dice::from_state(state),
            Sampling::Seed(seed) => Dice::new(seed, 0),
        };
        (dealt == history.len()).then_some(env)
    }

    /// Returns the source of further sampled actions.
    pub(crate) fn sampling(&self) -> Sampling {
        Sampling::State(self.sampling.state())
    }

    /// Begins the game with the current number.
    fn begin(&mut self, templates: &Templates) {
        let seed = Dice::new(self.seed, DRAWS).below_u64(u64::MAX);
        self.dice = Dice::new(seed, self.episode);
        let first = if templates.len() > 1 { self.dice.below(templates.len()) } else { 0 };
        self.game.clone_from(&templates[first]);
        self.history.clear();
        self.is_listed = false;
        self.is_new = true;
        self.deal();
    }

    /// Begins the next game.
    pub(crate) fn reset(&mut self, templates: &Templates) {
        self.episode += 1;
        self.begin(templates);
    }

    fn deal(&mut self) {
        while self.game.to_act() == Actor::Chance {
            let action = self.dice.chance(&self.game);
            self.history.push(action);
            self.game.play_unchecked(action);
        }
    }

    /// Returns true if the legal actions are listed.
    pub(crate) fn is_listed(&self) -> bool {
        self.is_listed
    }

    /// Lists the legal actions, unless they are listed.
    pub(crate) fn list(&mut self, encoding: &Encoding) {
        if !self.is_listed {
            self.legal.clear();
            self.game.legal_actions(&mut self.legal);
            encoding.encode_all(&self.game, &mut self.legal, &mut self.numbers);
            self.is_listed = true;
        }
    }

    /// Returns a random legal action as a number, or −1 if the game is over.
    pub(crate) fn sample(&mut self, encoding: &Encoding) -> i32 {
        self.list(encoding);
        if self.numbers.is_empty() { -1 } else { self.sampling.pick(&self.numbers) }
    }

    /// Chooses the action of the next step. Returns false if it is not legal. The action of a game
    /// that is over is ignored.
    pub(crate) fn choose(&mut self, encoding: &Encoding, number: i32) -> bool {
        if self.game.is_over() {
            return true;
        }
        let action = if self.is_listed {
            self.numbers.iter().position(|&other| other == number).map(|at| self.legal[at])
        } else {
            let action = encoding.decode(&self.game, number);
            action.filter(|&action| self.game.check(action).is_ok())
        };
        self.chosen = action.unwrap_or(Action::Pass);
        action.is_some()
    }

    fn play(&mut self) {
        self.history.push(self.chosen);
        self.game.play_unchecked(self.chosen);
        self.is_listed = false;
        self.deal();
    }

    /// Plays the chosen action and all draws that follow, and writes the rewards. Does nothing if
    /// the game is over. Returns true if the game has ended.
    pub(crate) fn advance(&mut self, reward: Reward, rewards: Option<&mut [f32]>) -> bool {
        if self.game.is_over() {
            if let Some(rewards) = rewards {
                rewards.fill(0.0);
            }
            return true;
        }
        let before = *self.game.scores();
        self.play();
        if let Some(rewards) = rewards {
            self.write_rewards(reward, &before, rewards);
        }
        self.game.is_over()
    }

    fn write_rewards(&self, reward: Reward, before: &BySeat<i32>, out: &mut [f32]) {
        let (now, seats) = (self.game.scores(), out.len());
        out.fill(0.0);
        match reward {
            Reward::Points | Reward::Margin => {
                if now == before {
                    return;
                }
                for (value, (now, before)) in out.iter_mut().zip(now.0.iter().zip(before.0)) {
                    *value = (now - before) as f32;
                }
                if reward == Reward::Margin {
                    let sum: f32 = out.iter().sum();
                    let others = seats.max(2) as f32 - 1.0;
                    out.iter_mut().for_each(|value| *value -= (sum - *value) / others);
                }
            }
            Reward::Win => {
                let Some(outcome) = self.game.outcome() else { return };
                let share = 2.0 / outcome.winners.len() as f32 - 1.0;
                for (value, seat) in out.iter_mut().zip(Seat::all(seats as u8)) {
                    *value = if outcome.winners.contains(seat) { share } else { -1.0 };
                }
            }
        }
    }
}
