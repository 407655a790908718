//! Parses arbitrary text as a file of puzzles: the result is puzzles or a typed error, puzzles
//! survive a round trip, and their positions decode or are refused.
#![no_main]

use bastide_study::puzzles::{parse, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match parse(text) {
        Ok(puzzles) => {
            assert_eq!(parse(&write(&puzzles)).as_ref(), Ok(&puzzles));
            for puzzle in puzzles.iter().take(4) {
                if let Ok(game) = puzzle.position() {
                    let _ = puzzle.actions(&game, &puzzle.solution);
                }
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
