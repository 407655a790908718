//! Reads arbitrary bytes as a file of puzzles: the result is read back as written, or a typed error.
//! Positions and turns of what was read are legal or refused.
#![no_main]

use bastide_study::puzzles;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = core::str::from_utf8(bytes) else { return };
    match puzzles::parse(text) {
        Ok(read) => {
            assert_eq!(puzzles::parse(&puzzles::write(&read)).as_ref(), Ok(&read));
            for puzzle in &read {
                if let Ok(game) = puzzle.position() {
                    let _ = puzzle.actions(&game, &puzzle.solution);
                }
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
