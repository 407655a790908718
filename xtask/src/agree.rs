//! `cargo xtask agree`: the whole comparison of engine and oracle, and the conformance tests of all
//! mixes.
//!
//! Each test run plays a sample of these games: the pairwise mixes and a short game of every mix.

use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::shell;

/// Plays all games, or only compares the first N of each family.
pub(crate) fn run(args: &[String]) -> Result<()> {
    let games = match args {
        [] => "all",
        [option, number] if option == "--games" && number.parse::<u64>().is_ok() => number,
        _ => bail!("unknown arguments '{}'; expected --games N, or none", args.join(" ")),
    };
    let start = Instant::now();
    let line = "test --quiet -p bastide-oracle --test agreement agree_with \
                -- --nocapture --test-threads 1";
    let mut command = shell::cargo(line.split_whitespace());
    let played = shell::run_counting(command.env("BASTIDE_GAMES", games), games_played)
        .context("engine and oracle disagree, or situations are too rare; see above")?;
    println!("Engine and oracle agree in {played} games ({} s).", start.elapsed().as_secs());
    if games == "all" {
        let line = "test --quiet -p bastide-host --test conformance land_games_conform";
        let mut command = shell::cargo(line.split_whitespace());
        shell::run(command.env("BASTIDE_GAMES", games)).context("a game does not conform")?;
        println!("Games of all mixes conform.");
    }
    Ok(())
}

/// Returns the number of games in the summary line of a family.
fn games_played(line: &str) -> Option<usize> {
    let (before, _) = line.split_once(" games agree")?;
    before.rsplit(' ').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::games_played;

    #[test]
    fn summary_lines_are_counted() {
        assert_eq!(games_played("land: 14080 games agree in 47.6 s"), Some(14080));
        assert_eq!(games_played("land: 704 of 14080 games"), None);
    }
}
