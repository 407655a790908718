//! A spinner for long computations.

use std::io::IsTerminal as _;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use anyhow::Result;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::console::Console;

/// Delay before the spinner appears.
const SUDDEN: Duration = Duration::from_millis(300);

/// Runs `work` and shows a spinner on standard error if that is a terminal. Output printed before
/// is flushed first.
pub(crate) fn while_thinking<T>(
    text: &str,
    console: &mut Console,
    work: impl FnOnce() -> T,
) -> Result<T> {
    if console.json || !std::io::stderr().is_terminal() {
        return Ok(work());
    }
    console.finish()?;
    Ok(thread::scope(|scope| {
        let (done, is_done) = channel::<()>();
        let ascii = console.style.ascii;
        let target = ProgressDrawTarget::stderr();
        scope.spawn(move || spin(text, ascii, target, SUDDEN, &is_done));
        let result = work();
        drop(done);
        result
    }))
}

/// Spins on `target` after `delay`, until the other end of the channel is dropped.
fn spin(
    text: &str,
    ascii: bool,
    target: ProgressDrawTarget,
    delay: Duration,
    is_done: &Receiver<()>,
) {
    if is_done.recv_timeout(delay) != Err(RecvTimeoutError::Timeout) {
        return;
    }
    let bar = ProgressBar::with_draw_target(None, target);
    bar.set_style(style(ascii));
    bar.set_message(text.to_owned());
    while is_done.recv_timeout(Duration::from_millis(100)) == Err(RecvTimeoutError::Timeout) {
        bar.tick();
    }
    bar.finish_and_clear();
}

fn style(ascii: bool) -> ProgressStyle {
    let style = ProgressStyle::with_template("  {spinner} {msg}");
    let style = style.expect("the template is a valid constant");
    if ascii { style.tick_chars("-\\|/ ") } else { style }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bar::screen::Screen;
    use crate::canvas::Style;

    #[test]
    fn the_work_is_done_once_and_its_result_returned() {
        let look = Style { ascii: true, ..Style::PLAIN };
        let mut runs = 0;
        let result = while_thinking("red thinks", &mut Console::new(look, false), || {
            runs += 1;
            42
        });
        assert_eq!((result.expect("output can be shown"), runs), (42, 1));
    }

    #[test]
    fn a_spinner_is_shown_until_the_work_ends() {
        for ascii in [false, true] {
            let (done, is_done) = channel();
            let screen = Screen::default();
            let target = screen.target();
            let spinner =
                thread::spawn(move || spin("red thinks", ascii, target, Duration::ZERO, &is_done));
            while !screen.lines().concat().contains("red thinks") {
                thread::yield_now();
            }
            let shown = screen.lines().concat();
            assert!(!ascii || shown.is_ascii(), "{shown}");
            drop(done);
            spinner.join().expect("it ends");
            assert_eq!(screen.lines(), [""; 0]);
        }
    }

    #[test]
    fn quick_work_shows_no_spinner() {
        let (done, is_done) = channel();
        let screen = Screen::default();
        drop(done);
        spin("red thinks", true, screen.target(), Duration::MAX, &is_done);
        assert_eq!(screen.lines(), [""; 0]);
    }
}
