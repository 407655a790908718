//! The project's own commands. `cargo xtask` without a word lists them.

mod bench;
mod check;
mod fuzz;
mod licences;
mod shell;

use anyhow::{Result, bail};

const HELP: &str = "\
The project's own commands:

  cargo xtask play [ARGS]   build everything and play (ARGS go to 'bastide play')
  cargo xtask test          install what the tests need and run them all
  cargo xtask bench         count instructions and compare them with the limits
  cargo xtask fuzz [SECS]   fuzz every target for so long (default 60)
  cargo xtask licences      check the licences of all dependencies
";

fn main() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let command = args.next().unwrap_or_default();
    let rest: Vec<String> = args.collect();
    std::env::set_current_dir(shell::root())?;
    match command.as_str() {
        "play" => play(&rest),
        "test" => check::everything(),
        "bench" => bench::run(),
        "fuzz" => {
            let seconds = rest.first().map_or(Ok(60), |s| s.parse())?;
            fuzz::run(seconds)
        }
        "licences" => licences::run(),
        "" | "help" | "--help" | "-h" => {
            print!("{HELP}");
            Ok(())
        }
        other => bail!("unknown command '{other}'\n\n{HELP}"),
    }
}

fn play(args: &[String]) -> Result<()> {
    let mut command = shell::cargo(["run", "--quiet", "--release", "-p", "bastide-cli", "--"]);
    shell::run(command.arg("play").args(args))
}
