//! Progress bars for runs of many games.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Lines of a progress bar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lines {
    /// The bar and the remaining time.
    Bar,
    /// The same, and a message below it.
    BarAndMessage,
}

/// Creates a bar for a number of games.
pub(crate) fn games(count: u64, lines: Lines, target: ProgressDrawTarget) -> ProgressBar {
    counted(count, "games", lines, target)
}

/// Creates a bar for a number of things.
pub(crate) fn counted(
    count: u64,
    things: &str,
    lines: Lines,
    target: ProgressDrawTarget,
) -> ProgressBar {
    let bar = format!("{{wide_bar:.green}} {{human_pos}} of {{human_len}} {things}, {{eta}} left");
    let template = match lines {
        Lines::Bar => bar,
        Lines::BarAndMessage => bar + "\n{wide_msg}",
    };
    let style = ProgressStyle::with_template(&template);
    let bar = ProgressBar::with_draw_target(Some(count), target);
    bar.with_style(style.expect("the template is valid"))
}

/// A terminal in memory, for tests of what is drawn.
#[cfg(test)]
pub(crate) mod screen {
    use std::io;
    use std::sync::{Arc, Mutex, PoisonError};

    use indicatif::{ProgressDrawTarget, TermLike};

    const WIDTH: u16 = 80;

    /// The lines on the screen and the row of the cursor.
    #[derive(Clone, Default, Debug)]
    pub(crate) struct Screen(Arc<Mutex<(Vec<String>, usize)>>);

    impl Screen {
        /// Returns a target that draws each change on this screen.
        pub(crate) fn target(&self) -> ProgressDrawTarget {
            ProgressDrawTarget::term_like_with_hz(Box::new(self.clone()), 255)
        }

        /// Returns the lines that are not empty.
        pub(crate) fn lines(&self) -> Vec<String> {
            let lines = self.edit(|lines, _| lines.clone());
            lines.into_iter().filter(|line| !line.trim().is_empty()).collect()
        }

        fn edit<T>(&self, change: impl FnOnce(&mut Vec<String>, &mut usize) -> T) -> T {
            let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let (lines, row) = &mut *state;
            let length = lines.len().max(*row + 1);
            lines.resize(length, String::new());
            change(lines, row)
        }
    }

    impl TermLike for Screen {
        fn width(&self) -> u16 {
            WIDTH
        }

        fn move_cursor_up(&self, n: usize) -> io::Result<()> {
            self.edit(|_, row| *row = row.saturating_sub(n));
            Ok(())
        }

        fn move_cursor_down(&self, n: usize) -> io::Result<()> {
            self.edit(|_, row| *row += n);
            Ok(())
        }

        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn write_line(&self, text: &str) -> io::Result<()> {
            self.edit(|lines, row| {
                lines[*row].push_str(text);
                *row += 1;
            });
            Ok(())
        }

        fn write_str(&self, text: &str) -> io::Result<()> {
            // In one step, so that no other thread sees a part of it.
            self.edit(|lines, row| {
                for c in text.chars().filter(|&c| c != '\r') {
                    // A full line wraps with the next character, as on a real terminal.
                    if lines[*row].chars().count() >= usize::from(WIDTH) {
                        *row += 1;
                        lines.resize(lines.len().max(*row + 1), String::new());
                    }
                    lines[*row].push(c);
                }
            });
            Ok(())
        }

        fn clear_line(&self) -> io::Result<()> {
            self.edit(|lines, row| lines[*row].clear());
            Ok(())
        }

        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::screen::Screen;
    use super::*;

    #[test]
    fn a_bar_shows_the_games_and_disappears() {
        let screen = Screen::default();
        let bar = games(1_500, Lines::Bar, screen.target());
        bar.set_position(1_200);
        bar.force_draw();
        let lines = screen.lines();
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(lines[0].contains("1,200 of 1,500 games, "), "{lines:?}");
        assert!(lines[0].contains('█') && lines[0].contains('░'), "{lines:?}");
        bar.finish_and_clear();
        assert_eq!(screen.lines(), [""; 0]);
    }

    #[test]
    fn a_message_is_below_its_bar() {
        let screen = Screen::default();
        let bar = games(5, Lines::BarAndMessage, screen.target());
        bar.set_message("greedy 60.0 %");
        bar.force_draw();
        let lines = screen.lines();
        assert_eq!(lines.len(), 2, "{lines:?}");
        assert!(lines[0].contains("0 of 5 games"), "{lines:?}");
        assert_eq!(lines[1].trim(), "greedy 60.0 %");
        bar.finish_and_clear();
        assert_eq!(screen.lines(), [""; 0]);
    }
}
