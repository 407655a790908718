//! Compares whole games between bots with those stored in `golden/moves.txt`: on every machine, the
//! same seed, game and nodes give the same actions.

use std::path::Path;

use bastide_bots::{Budget, Spec, golden};
use bastide_testing::golden as file;

#[test]
fn bots_choose_the_same_actions_on_every_machine() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/moves.txt");
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    let lines: Vec<String> = golden::cases().iter().map(|name| golden::play(name)).collect();
    if !file::is_blessed() {
        let differences: Vec<String> = stored
            .lines()
            .zip(&lines)
            .filter_map(|(old, new)| first_difference(old, new))
            .collect();
        assert!(differences.is_empty(), "{}", differences.join("\n"));
    }
    file::check(&path, &(lines.join("\n") + "\n"));
}

/// Describes the first action in which two games differ.
fn first_difference(old: &str, new: &str) -> Option<String> {
    let is_same = |(old, new): &(&str, &str)| old == new;
    let same = old.split(' ').zip(new.split(' ')).take_while(is_same).count();
    if old == new {
        return None;
    }
    let word = |line: &str| line.split(' ').nth(same).unwrap_or("(end)").to_owned();
    let name = new.split_once(':').map_or(new, |(name, _)| name);
    let words = name.split(' ').count();
    let (number, old, new) = (same + 1 - words.min(same + 1), word(old), word(new));
    Some(format!("{name}: action {number} is {new} instead of {old}"))
}

#[test]
fn no_case_depends_on_time() {
    for name in golden::cases() {
        for bot in name.split(' ').skip(2) {
            let spec: Spec = bot.parse().expect("a bot");
            assert!(matches!(spec.budget, Budget::Nodes(_)), "{name}: {spec} has a clock");
        }
    }
}
