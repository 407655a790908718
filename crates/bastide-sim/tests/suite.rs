//! Runs thousands of seeds, and proves that a seed repeats its run and that the checker finds
//! defects.

use bastide_sim::{Defect, Plan, Report, run};

/// Runs seeds that must pass. `BASTIDE_SIM_SEED` selects a single seed instead.
#[track_caller]
fn check(seeds: std::ops::Range<u64>) {
    if let Some(seed) = std::env::var("BASTIDE_SIM_SEED").ok().and_then(|seed| seed.parse().ok()) {
        let report = run(Plan::of(seed));
        assert!(report.violations.is_empty(), "{:#?}\n{report:#?}", Plan::of(seed));
        return;
    }
    let mut acks = 0;
    for seed in seeds.clone() {
        let report = run(Plan::of(seed));
        assert!(
            report.violations.is_empty(),
            "repeat it with BASTIDE_SIM_SEED={seed}\n{:#?}\n{report:#?}",
            Plan::of(seed)
        );
        acks += report.acks as u64;
    }
    // A simulation in which nothing is acknowledged proves nothing.
    assert!(acks > 5 * (seeds.end - seeds.start), "only {acks} commands were acknowledged");
}

macro_rules! seeds {
    ($($name:ident: $from:literal..$to:literal,)*) => {
        $(
            #[test]
            fn $name() {
                check($from..$to);
            }
        )*
    };
}

seeds! {
    seeds_0_to_500: 0..500,
    seeds_500_to_1000: 500..1000,
    seeds_1000_to_1500: 1000..1500,
    seeds_1500_to_2000: 1500..2000,
}

#[test]
fn a_seed_reproduces_its_run() {
    let mut traces = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let (one, again) = (run(Plan::of(seed)), run(Plan::of(seed)));
        assert_eq!(one, again, "seed {seed}");
        assert!(one.lines > 0 && traces.insert(one.trace), "seed {seed} is like another");
    }
}

/// Returns the reports with violations among the first `seeds` seeds.
fn caught(defect: Defect, seeds: u64) -> Vec<Report> {
    let plan = |seed| Plan { defect: Some(defect), ..Plan::of(seed) };
    (0..seeds).map(|seed| run(plan(seed))).filter(|report| !report.violations.is_empty()).collect()
}

#[track_caller]
fn check_defect(defect: Defect, expected: &str) {
    let caught = caught(defect, 120);
    let is_it = |report: &&Report| report.violations.iter().any(|text| text.contains(expected));
    let found = caught.iter().filter(is_it).count();
    assert!(found > 0, "{defect:?} was never found as {expected:?}: {caught:#?}");
}

#[test]
fn acknowledging_before_the_sync_is_detected() {
    check_defect(Defect::AckBeforeSync, "was acknowledged and is lost");
}

#[test]
fn a_skipped_fence_is_detected() {
    check_defect(Defect::SkipFence, "written behind a lost");
}

#[test]
fn forgotten_command_ids_are_detected() {
    check_defect(Defect::ForgetIds, "an id is in the log twice");
}

#[test]
fn a_forked_log_is_detected() {
    check_defect(Defect::ForkLog, "was acknowledged and is lost");
}

#[test]
fn a_torn_append_is_detected() {
    check_defect(Defect::TearAppend, "");
}

#[test]
fn tables_that_are_never_due_are_detected() {
    check_defect(Defect::ForgetDue, "nothing happens");
}
