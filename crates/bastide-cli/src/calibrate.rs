//! `bastide calibrate`: comparison of forecasts with the results of games.

use std::io::IsTerminal as _;

use anyhow::Result;
use bastide_study::{Calibrating, Calibration, Group, GroupReport, Sample, fit, report, sample};
use clap::Args;
use indicatif::ProgressDrawTarget;
use serde_json::{Value, json};

use crate::bar::{self, Lines};
use crate::console::{Console, Fault};

/// Maximum number of games, which take a day.
const MOST: u64 = 1_000_000;

/// Compare forecasts with the results of games between bots of several levels
///
/// Plays games and forecasts the result from one position of each. A forecast is
/// calibrated if positions with a chance of 70 % are won in 70 % of all cases. The
/// games are not those to which the forecasts were fitted. docs/analysis.md has the
/// results; the default takes about half an hour of CPU time.
///
/// JSON: {groups: [{group, positions, calibration_error, chance_error,
/// review_error, bias, bias_error, deviation, bins: [{count, forecast, won}],
/// parameters}]}. Errors are fractions of a win, bias and deviation points;
/// 'parameters' are those in use, or with --fit the new ones.
#[derive(Args)]
pub(crate) struct Calibrate {
    /// Number of games of each group
    #[arg(long, value_name = "N", default_value_t = 5_000)]
    games: u64,
    /// Seed of all random numbers
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// Only this group: base, everything, wheel or castle; may be repeated
    #[arg(long, value_name = "GROUP")]
    group: Vec<String>,
    /// Fit new parameters to this number of other games of each group, and test those
    #[arg(long, value_name = "N")]
    fit: Option<u64>,
}

/// Runs the command.
pub(crate) fn run(args: &Calibrate, console: &mut Console) -> Result<()> {
    let training = args.fit.unwrap_or(0);
    if !(1..=MOST).contains(&args.games) || training > MOST {
        return Err(Fault::input(format!("--games and --fit must be 1 to {MOST}")).into());
    }
    let groups = groups(&args.group)?;
    let is_seen = std::io::stderr().is_terminal() && !console.json;
    let target = if is_seen { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let all = (args.games + training) * groups.len() as u64;
    let bar = bar::games(all, Lines::Bar, target);
    let mut values = Vec::new();
    for group in groups {
        let make = |is_training: bool, count: u64| -> Vec<Sample> {
            let of = Calibrating { group, seed: args.seed, is_training };
            let one = |number: u64| {
                bar.inc(1);
                sample(&of, number)
            };
            (0..count).filter_map(one).collect()
        };
        let parameters = match args.fit {
            Some(count) => fit(&make(true, count)),
            None => Calibration::of(group),
        };
        let report = report(&make(false, args.games), &parameters);
        if console.json {
            values.push(as_json(group, &report, &parameters));
            continue;
        }
        bar.suspend(|| print(group, &report, console))?;
        if args.fit.is_some() {
            console.line(format_args!("{parameters:?}"))?;
        }
        console.line("")?;
    }
    bar.finish_and_clear();
    if console.json { console.value(&json!({ "groups": values })) } else { Ok(()) }
}

fn groups(names: &[String]) -> Result<Vec<Group>> {
    if names.is_empty() {
        return Ok(Group::ALL.to_vec());
    }
    let mut groups = Vec::new();
    for name in names {
        let found = Group::ALL.into_iter().find(|group| group.name() == name);
        groups.push(found.ok_or_else(|| {
            let known = Group::ALL.map(Group::name).join(", ");
            Fault::input(format!("there is no group '{name}'")).hint(format!("groups: {known}"))
        })?);
    }
    Ok(groups)
}

fn print(group: Group, report: &GroupReport, console: &mut Console) -> Result<()> {
    let heading = format!("{}: {} positions", group.name(), report.count);
    console.line(console.style.strong(&heading))?;
    console.line(format_args!(
        "calibration error {:.1} % (perfect forecasts: {:.1} %), of reviews {:.1} %",
        100.0 * report.calibration_error,
        100.0 * report.chance_error,
        100.0 * report.review_error,
    ))?;
    console.line(format_args!(
        "margin {:+.2} ± {:.2} points too large, standard deviation {:.1}",
        report.bias, report.bias_error, report.deviation,
    ))?;
    console.line("forecast    won  positions")?;
    let mark = console.style.pick('●', '*');
    for bin in report.bins.iter().filter(|bin| bin.count > 0) {
        let column = (bin.won * 40.0).round() as usize;
        console.line(format_args!(
            "{:>6.1} % {:>5.1} % {:>7}  {:column$}{mark}",
            100.0 * bin.forecast,
            100.0 * bin.won,
            bin.count,
            "",
        ))?;
    }
    Ok(())
}

fn as_json(group: Group, report: &GroupReport, parameters: &Calibration) -> Value {
    let bins = report
        .bins
        .iter()
        .map(|bin| json!({ "count": bin.count, "forecast": bin.forecast, "won": bin.won }));
    json!({
        "group": group.name(),
        "positions": report.count,
        "calibration_error": report.calibration_error,
        "chance_error": report.chance_error,
        "review_error": report.review_error,
        "bias": report.bias,
        "bias_error": report.bias_error,
        "deviation": report.deviation,
        "bins": bins.collect::<Vec<_>>(),
        "parameters": {
            "forecast": parameters.forecast,
            "forecast_scale": parameters.forecast_scale,
            "review": parameters.review,
            "review_scale": parameters.review_scale,
        },
    })
}
