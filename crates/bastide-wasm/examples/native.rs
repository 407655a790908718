//! Executes requests natively: one in each line of the input, one response in each line of the
//! output, after its time in milliseconds. `npm run engine-speed` in `web/` compares them with the
//! module.

use std::io::{BufRead as _, stdin};
use std::time::Instant;

fn main() -> std::io::Result<()> {
    for line in stdin().lock().lines() {
        let line = line?;
        let start = Instant::now();
        let response = bastide_wasm::answer(line.as_bytes());
        println!("{} {response}", start.elapsed().as_secs_f64() * 1000.0);
    }
    Ok(())
}
