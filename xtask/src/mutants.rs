//! `cargo xtask mutants`: changes the rules of both families in small ways, one
//! at a time, and runs the scenarios on each. A change that no scenario notices
//! is a rule that no scenario proves.
//!
//! cargo-mutants lists the changes (`mutants/list.rs`). Nearly all of them are
//! compiled once, as switches (`mutants/instrument.rs`), and turned on one by one;
//! the rest are built one after the other (`mutants/run.rs`). `docs/mutants.md`
//! lists the changes that survive, with the reason why each makes no difference;
//! any other one is a failure (`mutants/results.rs`).

mod instrument;
mod list;
mod results;
mod run;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::IsTerminal as _;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use serde_json::json;

use crate::shell;
use instrument::{Constants, Instrumented};
use list::Mutant;
use results::{Results, Verdict};
use run::{CompileError, Program, Tree};

/// The version of cargo-mutants that is installed where there is none.
const CARGO_MUTANTS: &str = "27.1.0";

/// Source of the crate that is changed.
const RULES: &str = "crates/bastide/src/";

/// Survivors that are known, and why.
const KNOWN: &str = "docs/mutants.md";

/// Errors of the compiler about borrows, which may be those of the switch instead
/// of the mutant.
const BORROWS: [&str; 8] = ["E0382", "E0499", "E0502", "E0503", "E0505", "E0506", "E0597", "E0716"];

/// Tries all mutants whose names contain every word of `args`; `--json` prints the
/// result as JSON. Results are kept in `target/mutants/results.txt` until the rules
/// or the scenarios change, so that an interrupted run goes on where it stopped.
pub(crate) fn run(args: &[String]) -> Result<()> {
    let (flags, words): (Vec<_>, Vec<_>) = args.iter().partition(|arg| arg.starts_with("--"));
    if let Some(unknown) = flags.iter().find(|flag| **flag != "--json") {
        bail!("unknown option '{unknown}'; expected words of mutants, or --json");
    }
    if !shell::install_crate("cargo-mutants", CARGO_MUTANTS) {
        bail!("cargo-mutants is missing: cargo install --locked cargo-mutants@{CARGO_MUTANTS}");
    }
    let mutants = list::all()?;
    let is_chosen = |mutant: &&Mutant| words.iter().all(|word| mutant.name.contains(*word));
    let chosen: Vec<&Mutant> = mutants.iter().filter(is_chosen).collect();
    let folder = shell::target().join("mutants");
    let mut results = Results::open(folder.join("results.txt"), run::hash_of_sources()?)?;
    if chosen.iter().any(|mutant| results.get(&mutant.name).is_none()) {
        try_out(&mutants, &chosen, &folder.join("tree"), &mut results)?;
    }
    let verdicts: Vec<_> = chosen
        .iter()
        .filter_map(|mutant| Some((mutant.name.as_str(), results.get(&mutant.name)?)))
        .collect();
    report(&verdicts, words.is_empty(), !flags.is_empty())
}

/// Counts verdicts. Fails for survivors that the document does not explain and, if
/// all mutants were tried, for explanations without a survivor.
fn report(verdicts: &[(&str, Verdict)], is_all: bool, is_json: bool) -> Result<()> {
    let count = |verdict| verdicts.iter().filter(|(_, other)| *other == verdict).count();
    let known = fs::read_to_string(shell::root().join(KNOWN))
        .with_context(|| format!("{KNOWN} is missing"))?;
    let survived = verdicts.iter().filter(|(_, verdict)| *verdict == Verdict::Survived);
    let mut comparison = results::compare(survived.map(|(name, _)| *name), &known);
    if !is_all {
        comparison.outdated.clear();
    }
    if is_json {
        let listed: Vec<_> = verdicts
            .iter()
            .map(|(name, verdict)| json!({ "name": name, "verdict": verdict.name() }))
            .collect();
        println!(
            "{}",
            json!({
                "mutants": listed,
                "unexplained": comparison.unexplained,
                "outdated": comparison.outdated,
            })
        );
    } else {
        let counts = Verdict::ALL.map(|verdict| format!("{} {}", count(verdict), verdict.name()));
        println!("{} mutants: {}", verdicts.len(), counts.join(", "));
    }
    let lines =
        |names: &[String]| names.iter().map(|name| format!("  {name}\n")).collect::<String>();
    if !comparison.unexplained.is_empty() {
        bail!(
            "no scenario notices these changes; write one, or say in {KNOWN} why the change makes \
             no difference:\n{}",
            lines(&comparison.unexplained)
        );
    }
    if !comparison.outdated.is_empty() {
        bail!(
            "{KNOWN} explains changes that scenarios notice or that are not made; remove them:\n{}",
            lines(&comparison.outdated)
        );
    }
    Ok(())
}

/// Tries the chosen mutants that have no result yet.
fn try_out(
    mutants: &[Mutant],
    chosen: &[&Mutant],
    folder: &Path,
    results: &mut Results,
) -> Result<()> {
    let start = Instant::now();
    eprintln!("building all mutants in {}", folder.display());
    let (mut program, single) = build_switches(mutants, folder, results)?;
    program.calibrate()?;
    let todo: Vec<&Mutant> =
        chosen.iter().copied().filter(|m| results.get(&m.name).is_none()).collect();
    let (single, switched): (Vec<_>, Vec<_>) = todo.iter().partition(|m| single.contains(&m.id));
    eprintln!(
        "built in {} s; trying {} mutants, then {} that need a build of their own",
        start.elapsed().as_secs(),
        switched.len(),
        single.len()
    );
    let (mut done, mut survived) = (0, 0);
    let mut found = |mutant: &Mutant, verdict: Verdict| {
        results.add(&mutant.name, verdict)?;
        done += 1;
        survived += usize::from(verdict == Verdict::Survived);
        progress(done, todo.len(), survived, start);
        Ok(())
    };
    program.try_all(&switched, &mut found)?;
    if !single.is_empty() {
        let tree = Tree::write(folder, &BTreeMap::new())?;
        for mutant in single {
            found(mutant, tree.try_one(mutant, program.limit())?)?;
        }
    }
    Ok(())
}

/// Shows how far a run is: always on a terminal, now and then in a log.
fn progress(done: usize, all: usize, survived: usize, start: Instant) {
    let line =
        format!("{done} of {all} tried, {survived} survived, {} s", start.elapsed().as_secs());
    if std::io::stderr().is_terminal() {
        eprint!("\r{line} ");
        if done == all {
            eprintln!();
        }
    } else if done.is_multiple_of(100) || done == all {
        eprintln!("{line}");
    }
}

/// Builds the scenarios with a switch for each mutant. Mutants that cannot be
/// compiled become results; returns those that cannot be a switch.
fn build_switches(
    mutants: &[Mutant],
    folder: &Path,
    results: &mut Results,
) -> Result<(Program, BTreeSet<usize>)> {
    let root = Path::new(instrument::CRATE_ROOT);
    let plain = |file: &Path| {
        fs::read_to_string(shell::root().join(file))
            .with_context(|| format!("could not read {}", file.display()))
    };
    let crate_files = run::files()?.into_iter().filter(|name| name.starts_with(RULES));
    let rust = crate_files.filter(|name| name.ends_with(".rs"));
    let rules: Vec<String> = rust.map(|name| plain(Path::new(&name))).collect::<Result<_>>()?;
    let constants = Constants::of(&rules)?;
    let mut texts = BTreeMap::from([(root.to_owned(), plain(root)? + &instrument::definition())]);
    let mut single = BTreeSet::new();
    loop {
        let is_possible = |mutant: &&Mutant| {
            let is_known = results.get(&mutant.name) == Some(Verdict::Unbuildable);
            !is_known && !single.contains(&mutant.id)
        };
        let mut files = BTreeMap::<PathBuf, Vec<&Mutant>>::new();
        for mutant in mutants.iter().filter(is_possible) {
            files.entry(mutant.file.clone()).or_default().push(mutant);
        }
        let mut switches = BTreeMap::new();
        for (file, inside) in files {
            let done = instrument::instrument(&plain(&file)?, &inside, &constants)?;
            let placed = done.mutants();
            single.extend(inside.iter().map(|m| m.id).filter(|id| !placed.contains(id)));
            texts.insert(file.clone(), done.text.clone());
            switches.insert(file, done);
        }
        let errors = match Tree::write(folder, &texts)?.build()? {
            Ok(program) => return Ok((program, single)),
            Err(errors) => errors,
        };
        let mut is_new = false;
        for error in &errors {
            for id in culprits(error, &switches) {
                if BORROWS.contains(&error.code.as_str()) {
                    is_new |= single.insert(id);
                } else if let Some(mutant) = mutants.iter().find(|m| m.id == id) {
                    is_new = true;
                    results.add(&mutant.name, Verdict::Unbuildable)?;
                }
            }
        }
        if !is_new {
            let text: String = errors.iter().map(|error| error.text.as_str()).collect();
            bail!("the mutants cannot be built, and the errors belong to none of them:\n{text}");
        }
    }
}

/// The mutants that an error is about: those whose own text is in its first place
/// that has any.
fn culprits(error: &CompileError, switches: &BTreeMap<PathBuf, Instrumented>) -> BTreeSet<usize> {
    let within = |place: &Range<usize>, switch: &Range<usize>| {
        switch.start <= place.start && place.end <= switch.end
    };
    let found = error.places.iter().map(|(file, place)| {
        let switches = switches.get(file).map_or(&[][..], |done| &done.switches);
        switches.iter().filter(|(switch, _)| within(place, switch)).map(|(_, id)| *id).collect()
    });
    found.into_iter().find(|ids: &BTreeSet<usize>| !ids.is_empty()).unwrap_or_default()
}
