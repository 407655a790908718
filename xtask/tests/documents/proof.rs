//! Checks that tests can fail: each of them asserts something.

use std::collections::{BTreeMap, BTreeSet};

use crate::project::texts;

/// A function of the project.
struct Function {
    file: String,
    name: String,
    body: String,
    /// Marked as a test.
    is_test: bool,
    /// Part of a test or of test support, so that its assertions are those of tests.
    is_support: bool,
}

/// All functions of the project, and the names of tests that a macro defines.
pub(crate) struct Functions(Vec<Function>, BTreeSet<String>);

/// Returns true for a name of a function.
pub(crate) fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

impl Functions {
    pub(crate) fn all() -> Functions {
        let (mut all, mut generated) = (Vec::new(), BTreeSet::new());
        let is_read = |name: &str| {
            name.ends_with(".rs") && (name.starts_with("crates/") || name.starts_with("xtask/"))
        };
        for (file, text) in texts(is_read) {
            let is_tests = file.contains("/tests/")
                || file.ends_with("/tests.rs")
                || file.contains("bastide-testing/");
            let start = text.find("#[cfg(test)]").unwrap_or(text.len());
            for (at, _) in text.match_indices("fn ") {
                let Some(function) = function(&text, at) else { continue };
                let is_support = is_tests || at > start;
                all.push(Function { file: file.clone(), is_support, ..function });
            }
            generated.extend(generated_names(&text));
        }
        assert!(all.len() > 3000, "only {} functions were found", all.len());
        Functions(all, generated)
    }

    /// Returns true if there is a test of this name.
    pub(crate) fn is_test(&self, name: &str) -> bool {
        self.0.iter().any(|function| function.is_test && function.name == name)
            || self.1.contains(name)
    }
}

/// Parses the function whose `fn` is at `at`.
fn function(text: &str, at: usize) -> Option<Function> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let before = &text[..at];
    let rest = &text[at + 3..];
    let name: String = rest.chars().take_while(|&c| is_word(c)).collect();
    if before.ends_with(is_word) || !rest[name.len()..].starts_with(['(', '<']) {
        return None;
    }
    // Attributes and modifiers of this function follow the end of the previous item.
    let head = before.rsplit("\n\n").next().unwrap_or_default();
    let head = head.rsplit(['{', '}', ';']).next().unwrap_or_default();
    let is_test = head.contains("#[test]") || head.contains("#[tokio::test");
    let open = rest.find('{')?;
    let mut depth = 0;
    let close = rest[open..].find(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        depth == 0
    })?;
    let body = rest[open..open + close].to_owned();
    Some(Function { file: String::new(), name, body, is_test, is_support: false })
}

/// Returns the names of tests in calls of a macro that takes a list of names and defines a test for
/// each.
fn generated_names(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for rules in text.split("macro_rules! ").skip(1) {
        let name = rules.split([' ', '{']).next().unwrap_or_default();
        let body = rules.split("\n}\n").next().unwrap_or_default();
        if !body.contains("test") || !body.contains("fn $") {
            continue;
        }
        for call in text.split(&format!("\n{name}! {{")).skip(1) {
            let list = call.split("\n}").next().unwrap_or_default();
            let words = list.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            found.extend(words.filter(|word| is_name(word)).map(str::to_owned));
        }
    }
    found
}

/// Returns the names of functions, methods and macros that a body calls.
fn calls(body: &str) -> BTreeSet<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = BTreeSet::new();
    for (at, _) in body.match_indices('(') {
        let before = &body[..at];
        // `name::<Type>(`
        let before = match before.strip_suffix('>') {
            Some(generic) => generic.rsplit_once("::<").map_or(before, |(name, _)| name),
            None => before,
        };
        found.extend(before.rsplit(|c| !is_word(c)).next().filter(|name| !name.is_empty()));
    }
    found
}

/// Returns true if a body contains an assertion itself.
fn asserts(body: &str) -> bool {
    body.contains("assert") || body.contains("panic!(") || body.contains("unreachable!(")
}

/// A test asserts something itself, or calls a function of the tests that does. `unwrap` and
/// `expect` do not count: they state that the set-up of a test works.
#[test]
fn every_test_asserts_something() {
    let Functions(functions, _) = Functions::all();
    let mut support: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for function in functions.iter().filter(|function| function.is_support) {
        support.entry(&function.name).or_default().push(&function.body);
    }
    let mut proving: BTreeSet<&str> = BTreeSet::new();
    loop {
        let proves = |body: &&&str| asserts(body) || !calls(body).is_disjoint(&proving);
        let more: Vec<&str> = support
            .iter()
            .filter(|(name, bodies)| {
                !proving.contains(*name) && bodies.iter().any(|body| proves(&body))
            })
            .map(|(name, _)| *name)
            .collect();
        if more.is_empty() {
            break;
        }
        proving.extend(more);
    }
    let tests: Vec<&Function> = functions.iter().filter(|function| function.is_test).collect();
    assert!(tests.len() > 800, "only {} tests were found", tests.len());
    let idle: Vec<String> = tests
        .iter()
        .filter(|test| !asserts(&test.body) && calls(&test.body).is_disjoint(&proving))
        .map(|test| format!("{}: {}", test.file, test.name))
        .collect();
    assert!(idle.is_empty(), "these tests assert nothing:\n{}", idle.join("\n"));
}

/// Limits on elapsed time depend on what else the machine does. `bastide_testing::check_time` checks
/// them only in `cargo xtask timing`, and `PATIENCE` is the one bound for a test that hangs.
#[test]
fn tests_have_no_limits_on_elapsed_time() {
    let Functions(functions, _) = Functions::all();
    let mut found = Vec::new();
    for function in functions.iter().filter(|function| function.is_support) {
        if function.file.ends_with("/timing.rs") || function.file.ends_with("/proof.rs") {
            continue;
        }
        for statement in function.body.split(';').filter(|part| part.contains("assert!(")) {
            let limit = statement.split_once(".elapsed() <").map(|(_, limit)| limit.trim_start());
            if limit.is_some_and(|limit| !limit.starts_with("PATIENCE")) {
                found.push(format!("{}: {}", function.file, statement.trim()));
            }
        }
    }
    assert!(found.is_empty(), "limits on elapsed time:\n{}", found.join("\n"));
}

/// Milliseconds from which a wait counts as one for a time. Shorter ones are the intervals of loops
/// that wait for a state.
const LONG_WAIT: u64 = 250;

/// Returns true if a line waits for a time: any number of seconds, or [`LONG_WAIT`] or more.
fn waits(line: &str) -> bool {
    let line = line.replace("std::time::", "");
    ["sleep(Duration::", "timeout(Duration::", "hear_within(Duration::"].iter().any(|wait| {
        line.match_indices(wait).any(|(at, _)| {
            let unit = &line[at + wait.len()..];
            if unit.starts_with("from_micros(") {
                return false;
            }
            let Some(millis) = unit.strip_prefix("from_millis(") else { return true };
            let digits: String =
                millis.chars().take_while(|c| c.is_ascii_digit() || *c == '_').collect();
            digits.replace('_', "").parse().is_ok_and(|millis: u64| millis >= LONG_WAIT)
        })
    })
}

#[test]
fn long_waits_are_recognised() {
    for line in [
        "sleep(Duration::from_secs(1)).await;",
        "tokio::time::sleep(std::time::Duration::from_millis(1_000)).await;",
        "timeout(Duration::from_millis(250), x)",
        "sleep(Duration::from_secs_f32(0.5))",
    ] {
        assert!(waits(line), "{line}");
    }
    for line in [
        "sleep(Duration::from_millis(20)).await;",
        "timeout(Duration::from_micros(n), x)",
        "timeout(PATIENCE, x)",
    ] {
        assert!(!waits(line), "{line}");
    }
}

/// A test waits for a state, with `until` or for at most `PATIENCE`. A wait of some time is either
/// too short for a busy machine or longer than necessary. Simulated time costs nothing.
#[test]
fn tests_wait_for_states_not_for_seconds() {
    let Functions(functions, _) = Functions::all();
    let is_real = |function: &&Function| {
        function.is_support
            && !function.file.starts_with("crates/bastide-sim/")
            && !function.file.ends_with("/proof.rs")
    };
    // Files whose tests let the runtime advance a paused clock.
    let paused: BTreeSet<String> = texts(|name| name.ends_with(".rs"))
        .into_iter()
        .filter(|(_, text)| text.contains("#[tokio::test(start_paused = true)]"))
        .map(|(name, _)| name)
        .collect();
    let found: Vec<String> = functions
        .iter()
        .filter(is_real)
        .flat_map(|function| function.body.lines().map(move |line| (function, line.trim())))
        // The time that SQLite waits for a lock.
        .filter(|(_, line)| !line.contains("busy_timeout("))
        .filter(|(_, line)| waits(line))
        .filter(|(function, line)| {
            !(line.contains("tokio::time::") && paused.contains(&function.file))
        })
        .map(|(function, line)| format!("{}: {line}", function.file))
        .collect();
    assert!(found.is_empty(), "waits for a time:\n{}", found.join("\n"));
}

/// Every test that states a limit is run by `cargo xtask timing`.
#[test]
fn limits_on_elapsed_time_are_checked_by_a_command() {
    let command = texts(|name| name == "xtask/src/main.rs").remove(0).1;
    let Functions(functions, _) = Functions::all();
    let is_limited = |function: &&Function| {
        function.is_support
            && function.body.contains("check_time(")
            && function.file.contains("/tests/")
            && !function.file.starts_with("xtask/")
    };
    let limited: Vec<&Function> = functions.iter().filter(is_limited).collect();
    assert!(limited.len() > 5, "only {} tests have limits", limited.len());
    for function in limited {
        let name = format!("\"{}\"", function.name);
        assert!(command.contains(&name), "{}: xtask does not run {name}", function.file);
    }
}

#[test]
fn functions_and_calls_are_parsed() {
    let text = "/// fn no\n#[test]\nfn one() {\n    two::<A>(3).four();\n}\n\nfn five<T>() {}\n";
    let starts: Vec<usize> = text.match_indices("fn ").map(|(at, _)| at).collect();
    let found: Vec<Function> = starts.iter().filter_map(|&at| function(text, at)).collect();
    let names: Vec<_> = found.iter().map(|found| (found.name.as_str(), found.is_test)).collect();
    assert_eq!(names, [("one", true), ("five", false)]);
    let called: Vec<&str> = calls(&found[0].body).into_iter().collect();
    assert_eq!(called, ["four", "two"]);
    let list =
        "macro_rules! tests {\n    #[test]\n    fn $name() {}\n}\n\ntests! {\n    a_b: 0..5,\n}\n";
    assert_eq!(generated_names(list), ["a_b"]);
}
