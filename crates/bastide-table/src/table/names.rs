//! Distinguishable names: no player or watcher may look like another player or like a bot at the
//! table.

use bastide::Seat;
use bastide_bots::Kind;
use bastide_protocol::{Problem, ProblemCode, engine_of};

use super::new::person;
use super::{Chair, HolderId, Table, Taken};
use crate::unicode::skeleton;
use crate::{bot_names, problem};

/// Normalized forms of a name that are equal for names that look alike (Unicode TS #39): one that
/// preserves case, where `I` is like `l`, and one that ignores it.
#[derive(PartialEq, Eq)]
struct Looks {
    exact: String,
    folded: String,
}

impl Looks {
    fn of(name: &str) -> Looks {
        let plain: String = name.split_whitespace().collect();
        let lower = plain.to_lowercase();
        Looks { exact: skeleton(&plain), folded: skeleton(&lower).to_lowercase() }
    }

    fn is_like(&self, other: &str) -> bool {
        let other = Looks::of(other);
        self.exact == other.exact || self.folded == other.folded
    }

    /// Compares with the names of a level, and of its bot at `seat`.
    fn is_like_bot(&self, level: &str, seat: Option<Seat>) -> bool {
        self.is_like(engine_of(level).unwrap_or(level))
            || bot_names::names_at(level, seat).any(|name| self.is_like(name))
    }
}

/// Checks a name against the seats of a table. Seats of the named player, `own`, are ignored:
/// players on one screen choose their names together.
///
/// # Errors
/// Returns a [`Problem`] if it looks like the name of a player or a bot.
pub(super) fn check<'a>(
    name: &str,
    own: Option<HolderId>,
    seats: impl Iterator<Item = &'a Taken>,
    stand_in: &str,
) -> Result<(), Problem> {
    // A player without a name is identified by colour.
    if name.is_empty() {
        return Ok(());
    }
    let looks = Looks::of(name);
    // Records identify bots by these names.
    let is_level = Kind::opponents().any(|kind| kind.name() == name) || engine_of(name).is_some();
    if is_level || looks.is_like_bot(stand_in, None) {
        return Err(taken("a bot"));
    }
    for (at, seat) in seats.enumerate() {
        let at = u8::try_from(at).ok().and_then(Seat::new);
        match seat {
            Taken::Person { name: other, holder, .. } => {
                if Some(*holder) != own && looks.is_like(other) {
                    return Err(taken("another player"));
                }
            }
            Taken::Bot { level } => {
                if looks.is_like_bot(level, at) {
                    return Err(taken("a bot"));
                }
            }
            Taken::Nobody => {}
        }
    }
    Ok(())
}

impl Table {
    /// Checks the name of a new player or of a watcher who chats.
    ///
    /// # Errors
    /// Returns a [`Problem`] if it looks like the name of a player or a bot at this table.
    pub(super) fn check_name(&self, name: &str) -> Result<(), Problem> {
        self.check_new_name(name, None)
    }

    /// Checks a new name of `own`.
    ///
    /// # Errors
    /// Returns a [`Problem`] if it looks like the name of another player or a bot at this table.
    pub(super) fn check_new_name(&self, name: &str, own: Option<HolderId>) -> Result<(), Problem> {
        let seats = self.seats.iter().map(|chair: &Chair| &chair.taken);
        check(name, own, seats, &self.made.stand_in)
    }
}

/// Validates the name of an engine, and returns it normalized. `others` are the names of all other
/// engines.
///
/// # Errors
/// Returns a [`Problem`] if the name is not allowed, or looks like that of a bot or of another
/// engine.
pub fn check_engine_name<'a>(
    name: &str,
    others: impl IntoIterator<Item = &'a str>,
) -> Result<String, Problem> {
    let name = person(name)?;
    let looks = Looks::of(&name);
    let is_bot = Kind::opponents().any(|kind| {
        let seats = (0..).map_while(Seat::new).map(Some);
        seats.chain([None]).any(|seat| looks.is_like_bot(kind.name(), seat))
    });
    if is_bot {
        let text = "this name is too similar to that of a bot of the server: choose another";
        return Err(problem(ProblemCode::NameTaken, text));
    }
    if let Some(other) = others.into_iter().find(|other| looks.is_like(other)) {
        let text = format!("this name is too similar to that of the engine {other}");
        return Err(problem(ProblemCode::NameTaken, text));
    }
    Ok(name)
}

fn taken(whose: &str) -> Problem {
    let text = format!("this name is too similar to that of {whose} at this table: choose another");
    problem(ProblemCode::NameTaken, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_look_neither_like_bots_nor_like_each_other() {
        let code = |name: &str| check_engine_name(name, ["Rook"]).map_err(|problem| problem.code);
        assert_eq!(code("  Tower 2 "), Ok("Tower 2".to_owned()));
        for taken in ["Rook", "rook", "R ook", "normal", "Master", "MASTER"] {
            assert_eq!(code(taken), Err(ProblemCode::NameTaken), "{taken}");
        }
        for bad in ["", " ", "a\u{7}b", &"x".repeat(200)] {
            assert_eq!(code(bad), Err(ProblemCode::BadName), "{bad}");
        }
    }

    fn is_refused(name: &str, other: &str) -> bool {
        let holder = HolderId::CREATOR;
        let seats = [Taken::Person { name: other.to_owned(), holder, bot: None }];
        check(name, None, seats.iter(), "normal").is_err()
    }

    #[test]
    #[cfg(feature = "confusables")]
    fn homographs_are_refused() {
        for (name, other) in [
            ("\u{410}nna", "Anna"),   // Cyrillic A
            ("Ив\u{61}н", "Иван"),    // Latin a
            ("\u{406}gor", "Igor"),   // Ukrainian I
            ("AIex", "Alex"),         // capital I for small L
            ("Jarn", "Jam"),          // r and n for m
            ("\u{ff21}nna", "Anna"),  // full width
            ("\u{1d400}nna", "Anna"), // mathematical bold
        ] {
            assert!(is_refused(name, other), "{name} is like {other}");
        }
        let seats = [Taken::Bot { level: "hard".to_owned() }];
        assert!(check("H\u{430}rd", None, seats.iter(), "normal").is_err());
    }

    #[test]
    fn case_and_spaces_do_not_make_another_name() {
        for (name, other) in [("Anna", "Anna"), ("ANNA", "anna"), ("An na", "Anna")] {
            assert!(is_refused(name, other), "{name} is like {other}");
        }
    }

    #[test]
    fn ordinary_names_are_allowed() {
        for (name, other) in [
            ("Анна", "Anna"),
            ("Олена Smith", "Олена"),
            ("Игорь", "Ігор"),
            ("Соломія", "Софія"),
            ("Їжак", "Йжак"),
            ("Наталія", "Наталья"),
            ("Anna Петренко", "Anna Коваленко"),
            ("Женя", "Жанна"),
        ] {
            assert!(!is_refused(name, other), "{name} is not like {other}");
        }
    }

    #[test]
    fn names_of_bots_are_refused() {
        for name in
            ["hard", "Hard", "Сильний", "Сильный", "normal", "Обычный", "easy", "Guilhem", "Гільєм"]
        {
            let seats = [Taken::Bot { level: "hard".to_owned() }];
            let result = check(name, None, seats.iter(), "normal");
            assert_eq!(result.map_err(|no| no.code), Err(ProblemCode::NameTaken), "{name}");
        }
        let no_seats: [Taken; 0] = [];
        for name in ["Мастер", "Guilhem", "Raymond"] {
            assert!(check(name, None, no_seats.iter(), "normal").is_ok(), "no such bot is there");
        }
    }

    #[test]
    fn players_on_one_device_may_share_a_name() {
        let holder = HolderId::CREATOR;
        let seats = [Taken::Person { name: "Anna".to_owned(), holder, bot: None }];
        assert!(check("Anna", Some(holder), seats.iter(), "normal").is_ok());
    }
}
