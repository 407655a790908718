//! `cargo xtask sweep`: plays `strong` against `greedy` in every mix of expansions.
//!
//! Results are stored in `target/sweep`, so that an interrupted sweep can be resumed; delete them
//! after changing the bots. `docs/bots.md` has the resulting table.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{array, fs};

use anyhow::{Context, Result, bail};
use bastide::{Expansion, ExpansionSet, LandRules};
use serde_json::Value;

use crate::shell;

/// Budgets in nodes per turn, tried in this order until one is sufficient. The last one takes about
/// 100 ms.
const BUDGETS: [u32; 6] = [30_000, 60_000, 100_000, 200_000, 400_000, 750_000];

/// Required lower bound of the 95 % confidence interval.
const ENOUGH: f64 = 0.85;

/// Number of decks, each played from both seats.
const DECKS: &str = "100";

/// Columns of the table: the games that expansions are added to.
const GAMES: [&str; 4] = ["base", "base,river", "base,river=2021", "wheel"];

/// Measured share of games won.
struct Share {
    nodes: u32,
    mean: f64,
    low: f64,
}

/// Runs all missing measurements and prints the table.
pub(crate) fn run() -> Result<()> {
    let build = "build --quiet --release -p bastide-cli";
    shell::run(&mut shell::cargo(build.split(' ')))?;
    let folder = shell::target().join("sweep");
    fs::create_dir_all(&folder)?;
    eprintln!("the results in {} are used without playing again", folder.display());
    let mixes: Vec<LandRules> = LandRules::all_mixes().collect();
    let mut found = Vec::new();
    for (number, &rules) in mixes.iter().enumerate() {
        let share = measure(rules, &folder)?;
        let Share { nodes, mean, low } = share;
        eprintln!(
            "{:2} of {}  {rules}: {:.1} % (from {:.1} on) with {nodes} nodes",
            number + 1,
            mixes.len(),
            100.0 * mean,
            100.0 * low
        );
        found.push((rules, share));
    }
    print!("{}", table(&found));
    let weak: Vec<String> = found
        .iter()
        .filter(|(_, share)| share.low < ENOUGH)
        .map(|(rules, _)| rules.to_string())
        .collect();
    if !weak.is_empty() {
        bail!("not strong enough: {}", weak.join(" "));
    }
    Ok(())
}

/// Returns the result with the largest budget tried; increases the budget until the result is
/// sufficient.
fn measure(rules: LandRules, folder: &Path) -> Result<Share> {
    let file = |nodes: u32| -> PathBuf { folder.join(format!("{rules}.{nodes}.json")) };
    let tried = BUDGETS.into_iter().rev().find(|&nodes| file(nodes).exists());
    let mut best = tried.map(|nodes| read(&file(nodes), nodes)).transpose()?;
    for nodes in BUDGETS.into_iter().filter(|&nodes| tried.is_none_or(|tried| nodes > tried)) {
        if best.as_ref().is_some_and(|share| share.low >= ENOUGH) {
            break;
        }
        let mut arena = Command::new(shell::target().join("release/bastide"));
        arena.args(["arena", &format!("strong@{nodes}n"), "greedy", "--json", "--seed", "1"]);
        arena.args(["--decks", DECKS, "--rules", &rules.to_string()]);
        let told = arena.stderr(Stdio::inherit()).output().context("cannot start the arena")?;
        if !told.status.success() {
            bail!("{arena:?} failed ({})", told.status);
        }
        // Written to a temporary file first, so that existing results are always complete.
        let unfinished = folder.join("unfinished.json");
        fs::write(&unfinished, told.stdout)?;
        fs::rename(&unfinished, file(nodes))?;
        best = Some(read(&file(nodes), nodes)?);
    }
    best.context("there are budgets")
}

fn read(file: &Path, nodes: u32) -> Result<Share> {
    let told: Value = serde_json::from_slice(&fs::read(file)?)
        .with_context(|| format!("{} is not a result of the arena; delete it", file.display()))?;
    let number = |key: &str| {
        let found = told.pointer(&format!("/pairs/0/score/{key}")).and_then(Value::as_f64);
        found.with_context(|| format!("{} has no score; delete it", file.display()))
    };
    Ok(Share { nodes, mean: number("mean")?, low: number("low")? })
}

/// Formats the table, with expansions as rows and games as columns.
fn table(found: &[(LandRules, Share)]) -> String {
    let mut rows: Vec<ExpansionSet> = Vec::new();
    let mut cells: Vec<[String; GAMES.len()]> = Vec::new();
    for (rules, share) in found {
        let of = |is_game: bool| -> ExpansionSet {
            let games = [Expansion::River, Expansion::Wheel];
            let all = Expansion::ALL.into_iter().filter(|&m| rules.has(m));
            all.filter(|m| games.contains(m) == is_game)
                .fold(ExpansionSet::default(), ExpansionSet::with)
        };
        let game = LandRules { expansions: of(true), ..*rules }.to_string();
        let column = GAMES.iter().position(|&name| name == game).expect("all games have a column");
        let expansions = of(false);
        let row = rows.iter().position(|&row| row == expansions).unwrap_or_else(|| {
            rows.push(expansions);
            cells.push(array::from_fn(|_| String::new()));
            rows.len() - 1
        });
        cells[row][column] = format!(
            "{:.1} ({:.1}), {}k",
            100.0 * share.mean,
            100.0 * share.low,
            share.nodes / 1000
        );
    }
    let mut text = format!("| expansions | {} |\n|---|---|---|---|---|\n", GAMES.join(" | "));
    for (expansions, cells) in rows.iter().zip(&cells) {
        let names: Vec<&str> = Expansion::ALL
            .into_iter()
            .filter(|&m| expansions.contains(m))
            .map(Expansion::name)
            .collect();
        let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        text += &format!("| {names} | {} |\n", cells.join(" | "));
    }
    text
}
