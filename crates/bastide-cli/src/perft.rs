//! `bastide perft`: counts all positions a number of turns deep.
//!
//! The name comes from chess programming: the counts are the same for all correct implementations
//! of the rules, so they reveal mistakes and measure speed.

use std::time::Instant;

use anyhow::Result;
use bastide::{Action, Actor, AnyGame, Event, EventSink, Game};
use bastide_host::{Dealer, Seed};
use clap::Args;
use serde_json::json;

use crate::console::{Console, Fault};
use crate::family;
use crate::input::{self, GameArgs};

/// Count all positions a number of turns deep
///
/// The tiles are drawn in a fixed order; all legal actions of the players are
/// explored. A leaf is the end of a turn. A tile that fits nowhere is replaced by
/// the next one without using up a turn. Wall tokens are revealed in the order of
/// their kinds.
///
/// JSON: {rules, players, draws, depths: [{depth, leaves, seconds}]}.
#[derive(Args)]
pub(crate) struct Perft {
    #[command(flatten)]
    game: GameArgs,
    /// Seed of the order of tiles
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// Depth in turns
    #[arg(long, value_name = "TURNS", default_value_t = 3)]
    depth: usize,
    /// Read the order of tiles from a file of tile names instead of a seed
    #[arg(long, value_name = "FILE", conflicts_with = "seed")]
    draws: Option<String>,
}

/// Runs the command.
pub(crate) fn run(args: &Perft, console: &mut Console) -> Result<()> {
    let setup = args.game.setup()?;
    let game = AnyGame::new(&setup).map_err(input::bad_setup)?;
    let draws = match &args.draws {
        Some(file) => named_draws(
            &game,
            &input::text(file, "--draws takes a file with the tiles to draw in order: E V U")?,
        )?,
        None => seeded_draws(&game, args.seed, args.depth),
    };
    let names: Vec<String> =
        draws.iter().map(|&draw| game.notation().show(draw).to_string()).collect();
    let mut counter = Counter { draws: &draws, levels: Vec::new() };
    let mut depths = Vec::new();
    if !console.json {
        console.line(format_args!("draws: {}", names.join(" ")))?;
    }
    for depth in 1..=args.depth {
        let began = Instant::now();
        let leaves = counter.count(&game, depth).ok_or_else(|| {
            Fault::input(format!("the tiles run out before turn {depth}"))
                .hint("use a smaller --depth or give more --draws")
        })?;
        let seconds = began.elapsed().as_secs_f64();
        if console.json {
            depths.push(json!({ "depth": depth, "leaves": leaves, "seconds": seconds }));
        } else {
            let rate = leaves as f64 / seconds / 1e6;
            console
                .line(format_args!("{depth:>3}  {leaves:>14}  {seconds:8.3} s  {rate:6.2} M/s"))?;
            console.finish()?;
        }
    }
    if console.json {
        let players = setup.seats;
        let rules = setup.rules.to_string();
        console.value(
            &json!({ "rules": rules, "players": players, "draws": names, "depths": depths }),
        )?;
    }
    Ok(())
}

/// Returns the first draws of a seed; a few more than turns, because tiles that fit nowhere are
/// replaced.
fn seeded_draws(game: &AnyGame, seed: u64, depth: usize) -> Vec<Action> {
    const SPARE: usize = 8;
    let mut dealer = Dealer::seeded(Seed::from_number(seed), "perft");
    let mut game = game.clone();
    let mut draws = Vec::new();
    // Draws do not depend on the actions played, so any action will do.
    while draws.len() < depth + SPARE {
        let action = match game.to_act() {
            Actor::Nobody => break,
            Actor::Chance => {
                let Some(draw) = dealer.deal(&game) else { break };
                draws.extend(matches!(draw, Action::Draw(_)).then_some(draw));
                draw
            }
            Actor::Seat(_) => first_action(&game),
        };
        game.play_unchecked(action);
    }
    draws
}

/// Returns the token to reveal, if any: the smallest kind left.
fn next_token(game: &AnyGame) -> Option<Action> {
    let stronghold = family::stronghold(game)?;
    stronghold.revealing()?;
    stronghold.unseen_tokens().next().map(|(token, _)| Action::Reveal(token))
}

fn first_action(game: &AnyGame) -> Action {
    let mut actions = Vec::new();
    game.legal_actions(&mut actions);
    actions[0]
}

fn named_draws(game: &AnyGame, text: &str) -> Result<Vec<Action>> {
    let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty());
    words
        .map(|name| {
            let tile = game.board().tiles().find(name);
            tile.map(Action::Draw).ok_or_else(|| {
                Fault::input(format!("'{name}' is not a tile of this game"))
                    .hint("'bastide tiles' lists the tiles; separate names by spaces or commas")
                    .into()
            })
        })
        .collect()
}

/// Counts positions along fixed draws; reuses the buffers of each level.
struct Counter<'a> {
    draws: &'a [Action],
    levels: Vec<LevelBuffers>,
}

/// Buffers of a level, taken while the level is being counted.
#[derive(Default)]
struct LevelBuffers {
    game: Option<AnyGame>,
    actions: Vec<Action>,
}

/// Detects the end of a turn.
#[derive(Default)]
struct TurnWatch(bool);

impl EventSink for TurnWatch {
    fn event(&mut self, event: Event) {
        self.0 |= matches!(event, Event::TurnBegan { .. } | Event::GameEnded { .. });
    }
}

impl Counter<'_> {
    /// Counts the positions after `turns` turns. Returns `None` if the draws run out first.
    fn count(&mut self, game: &AnyGame, turns: usize) -> Option<u64> {
        self.descend(game, 0, turns, 0)
    }

    fn descend(&mut self, game: &AnyGame, drawn: usize, turns: usize, level: usize) -> Option<u64> {
        if turns == 0 || game.is_over() {
            return Some(1);
        }
        if self.levels.len() <= level {
            self.levels.push(LevelBuffers::default());
        }
        let mut buffers = std::mem::take(&mut self.levels[level]);
        buffers.actions.clear();
        let mut drawn = drawn;
        if let Some(token) = next_token(game) {
            buffers.actions.push(token);
        } else if game.to_act() == Actor::Chance {
            let draw = *self.draws.get(drawn)?;
            game.check(draw).ok()?;
            buffers.actions.push(draw);
            drawn += 1;
        } else {
            game.legal_actions(&mut buffers.actions);
        }
        let next = buffers.game.get_or_insert_with(|| game.clone());
        let mut leaves = Some(0);
        for &action in &buffers.actions {
            let mut watch = TurnWatch::default();
            next.clone_from(game);
            next.play_unchecked_with(action, &mut watch);
            let below = self.descend(next, drawn, turns - usize::from(watch.0), level + 1);
            leaves = leaves.zip(below).map(|(a, b)| a + b);
        }
        self.levels[level] = buffers;
        leaves
    }
}
