//! Text output of a report, within 80 columns.

use anyhow::Result;
use bastide_arena::{
    BotReport, ELO_MOST, Estimate, PairReport, Report, SprtReport, SprtUnit, Sweep, Verdict,
};

use crate::console::Console;

/// Width of a name; longer names are truncated.
const NAME: usize = 20;
/// Width of an indented name.
const WIDE: usize = NAME + 2;

/// Prints a report.
pub(super) fn print(report: &Report, console: &mut Console) -> Result<()> {
    let Report { rules, players, seed, games, decks, left_out, .. } = report;
    console.line(format_args!(
        "{rules} for {players}, seed {seed}: {} on {}",
        count(*games, "game"),
        count(*decks, "deck"),
    ))?;
    if *left_out > 0 {
        let games = count(*left_out, "game");
        console
            .line(format_args!("  not counted: {games} of unfinished decks or after a verdict"))?;
    }
    if *decks == 0 {
        return console.line("  nothing to report: no deck is finished");
    }
    console.line("")?;
    match &report.pairs[..] {
        [pair] => console.lines(pair_lines(pair, *players))?,
        pairs => {
            console.lines(rating_lines(report))?;
            console.line("")?;
            console.lines(pair_table(pairs))?;
        }
    }
    console.line("")?;
    console.lines(bot_table(report))?;
    console.line("")?;
    console.lines(seat_table(report))?;
    console.line("")?;
    console.lines(cost_table(&report.bots))?;
    if report.bots.iter().any(|bot| bot.forfeits > 0) {
        console.line("")?;
        console.lines(report.bots.iter().filter_map(forfeit_line))?;
    }
    if !report.sprt.is_empty() {
        console.line("")?;
        console.lines(report.sprt.iter().map(sprt_line))?;
    }
    Ok(())
}

fn count(number: usize, one: &str) -> String {
    format!("{number} {one}{}", if number == 1 { "" } else { "s" })
}

/// Formats an Elo difference; values at the limits are shown as bounds.
pub(crate) fn elo(points: f64) -> String {
    if points >= ELO_MOST {
        format!("> +{ELO_MOST:.0}")
    } else if points <= -ELO_MOST {
        format!("< -{ELO_MOST:.0}")
    } else {
        // Adding 0.0 turns -0 into 0.
        format!("{:+.0}", points.round() + 0.0)
    }
}

fn percent(share: f64) -> String {
    plain(100.0 * share)
}

/// Formats a number, or `-` if it is NaN.
fn plain(number: f64) -> String {
    if number.is_nan() { "-".to_owned() } else { format!("{number:.1}") }
}

/// Formats a margin in points, or `-` if no game was finished.
fn margin(points: f64) -> String {
    if points.is_nan() { "-".to_owned() } else { format!("{points:+.1}") }
}

fn name(text: &str) -> String {
    cut(text, NAME)
}

/// Truncates at the beginning, because commands differ at their ends.
fn cut(text: &str, most: usize) -> String {
    match text.chars().count().checked_sub(most) {
        None | Some(0) => text.to_owned(),
        Some(over) => format!("...{}", text.chars().skip(over + 3).collect::<String>()),
    }
}

fn interval(estimate: Estimate, show: impl Fn(f64) -> String) -> String {
    format!("{} to {}", show(estimate.low), show(estimate.high))
}

fn pair_lines(pair: &PairReport, players: usize) -> Vec<String> {
    let line = |what: &str, estimate: Estimate, unit: &str, show: &dyn Fn(f64) -> String| {
        let (mean, range) = (show(estimate.mean), interval(estimate, show));
        format!("  {what:<7} {mean:>7} {unit:<7} 95 %: {range}")
    };
    let PairReport { bot, against, won, drawn, lost, .. } = pair;
    let copies =
        if players > 2 { format!(", {} of them at the table", players - 1) } else { String::new() };
    let verbs = if players > 2 { ["ahead", "level", "behind"] } else { ["won", "drawn", "lost"] };
    vec![
        format!("{bot} against {against}{copies}"),
        format!("  {won} {}, {drawn} {}, {lost} {}", verbs[0], verbs[1], verbs[2]),
        line("score", pair.score, "%", &percent),
        line("Elo", pair.elo, "", &elo),
        line("margin", pair.margin, "points", &margin),
    ]
}

fn rating_lines(report: &Report) -> Vec<String> {
    let mut lines = vec![format!("{:<w$}  {:>8}   95 % interval", "rating", "Elo", w = WIDE)];
    for rating in &report.ratings {
        let (number, range) = (elo(rating.elo.mean), interval(rating.elo, elo));
        let (elo_text, range) = match rating.sweep {
            None => (number, range),
            Some(Sweep::Won) => (bound(">", &number), "won all games: lower bound".to_owned()),
            Some(Sweep::Lost) => (bound("<", &number), "lost all games: upper bound".to_owned()),
        };
        lines.push(format!("  {:<NAME$}  {elo_text:>8}   {range}", name(&rating.bot)));
    }
    lines
}

/// Prefixes a number with the sign of a bound, unless it has one already.
fn bound(sign: &str, number: &str) -> String {
    if number.starts_with(sign) { number.to_owned() } else { format!("{sign} {number}") }
}

fn pair_table(pairs: &[PairReport]) -> Vec<String> {
    /// Width of each name in a pair.
    const HALF: usize = 14;
    const BOTH: usize = 2 * HALF + 3;
    let head = format!("{:<w$}  won draw lost  score  95 %          margin", "pairs", w = BOTH + 2);
    let row = |pair: &PairReport| {
        let both = format!("{} - {}", cut(&pair.bot, HALF), cut(&pair.against, HALF));
        format!(
            "  {both:<BOTH$} {:>4} {:>4} {:>4}  {:>5}  {:<13} {:>6}",
            pair.won,
            pair.drawn,
            pair.lost,
            percent(pair.score.mean),
            interval(pair.score, percent),
            margin(pair.margin.mean),
        )
    };
    std::iter::once(head).chain(pairs.iter().map(row)).collect()
}

fn bot_table(report: &Report) -> Vec<String> {
    let head = [("wins %", "95 %"), ("points", "95 %")];
    let [wins, points] = head.map(|(mean, range)| format!("{mean:>6}  {range:<15}"));
    let mut lines = vec![format!("{:<WIDE$}  {wins} {points}", "bot").trim_end().to_owned()];
    for bot in &report.bots {
        let wins = (percent(bot.wins.mean), interval(bot.wins, percent));
        let points = (plain(bot.points.mean), interval(bot.points, plain));
        let [wins, points] = [wins, points].map(|(mean, range)| format!("{mean:>6}  {range:<15}"));
        let line = format!("  {:<NAME$}  {wins} {points}", name(&bot.bot));
        lines.push(line.trim_end().to_owned());
    }
    if report.players > 2 {
        let fair = percent(1.0 / report.players as f64);
        lines.push(format!("  {:<NAME$}  {fair:>6}", "(a fair share)"));
    }
    lines
}

/// Formats the wins by seat, which show how much the seat matters: the first seat begins.
fn seat_table(report: &Report) -> Vec<String> {
    let seats = ["1st", "2nd", "3rd", "4th", "5th"];
    let seats = seats.iter().take(report.players);
    let heads: String = seats.map(|seat| format!("{seat:>8}")).collect();
    let mut lines = vec![format!("{:<WIDE$}{heads}", "wins % by seat")];
    for bot in &report.bots {
        let wins: String =
            bot.seats.iter().map(|seat| format!("{:>8}", percent(seat.wins))).collect();
        lines.push(format!("  {:<NAME$}{wins}", name(&bot.bot)));
    }
    lines
}

fn cost_table(bots: &[BotReport]) -> Vec<String> {
    let mut lines = vec![format!(
        "{:<w$}  {:>8}  {:>8}  {:>8}  decisions",
        "CPU per decision",
        "mean",
        "99 %",
        "most",
        w = WIDE
    )];
    for bot in bots {
        let cost = &bot.cost;
        lines.push(format!(
            "  {:<NAME$}  {:>8}  {:>8}  {:>8}  {:>9}",
            name(&bot.bot),
            time(cost.mean),
            time(cost.p99 as f64),
            time(cost.most as f64),
            cost.moves
        ));
    }
    lines
}

/// Formats a time given in microseconds.
fn time(micros: f64) -> String {
    if micros.is_nan() {
        "-".to_owned()
    } else if micros < 1e3 {
        format!("{micros:.0} us")
    } else if micros < 1e5 {
        format!("{:.1} ms", micros / 1e3)
    } else if micros < 1e6 {
        format!("{:.0} ms", micros / 1e3)
    } else {
        format!("{:.2} s", micros / 1e6)
    }
}

fn forfeit_line(bot: &BotReport) -> Option<String> {
    let why = bot.first_forfeit.as_ref()?;
    Some(format!("{} forfeited {}: {why}", bot.bot, count(bot.forfeits, "game")))
}

fn sprt_line(test: &SprtReport) -> String {
    let SprtReport { low, high, decks, llr, bound, .. } = test;
    let unit = match test.unit {
        SprtUnit::Elo => "Elo",
        SprtUnit::Margin => "points",
    };
    let verdict = match test.verdict {
        Verdict::Open => "not decided after".to_owned(),
        Verdict::Passed => format!("{high:+} {unit} accepted after"),
        Verdict::Failed => format!("{low:+} {unit} accepted after"),
    };
    let decks = count(*decks as usize, "deck");
    format!("SPRT {low:+} or {high:+} {unit}: {verdict} {decks}, LLR {llr:+.2} of ±{bound:.2}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_truncated_at_the_start() {
        assert_eq!(cut("strong@20000n", 14), "strong@20000n");
        assert_eq!(cut("python3 engines/mine.py @1s", 14), "...mine.py @1s");
    }

    #[test]
    fn ratings_beyond_800_are_shown_as_bounds() {
        assert_eq!(
            [elo(800.0), elo(-800.0), elo(12.4), elo(-0.3)],
            ["> +800", "< -800", "+12", "+0"]
        );
        assert_eq!([bound(">", "> +800"), bound(">", "+371")], ["> +800", "> +371"]);
    }

    #[test]
    fn times_have_their_unit() {
        assert_eq!(
            [1.4, 1234.0, 250_000.0, 2.5e6].map(time),
            ["1 us", "1.2 ms", "250 ms", "2.50 s"]
        );
        assert_eq!(time(f64::NAN), "-");
    }
}
