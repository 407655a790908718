//! Folding: encodes the log of a finished table as one compact value.
//!
//! A move is encoded as its index among the legal actions, in the order of their notation; draws
//! are omitted, because they follow from the seed. Both are restored by replaying the game. All
//! other facts are stored as text with short codes for common parts. The ids of commands are
//! dropped: they serve repeated commands, which arrive within seconds.
//!
//! Unfolding produces facts with the same digests. [`fold`] verifies that before it returns.

mod digits;
mod texts;

use bastide::{Action, Actor, Game, Seat};
use bastide_host::Match;

use self::digits::{Digits, Symbols};
use self::texts::{Packed, Unpacked};
use super::{Damage, Entry, Fact, Play, Table};
use crate::chain::{Digest, fact_text};
use crate::log::{Millis, Seq, Stored, TableId};

/// Version of the encoding.
const FORM: u8 = 1;

/// Upper limit of the number of facts of any log.
const MOST: u64 = 1 << 20;

/// Reason why a log cannot be folded. It stays unchanged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FoldError {
    /// The game is not over.
    #[error("the game is not over")]
    NotOver,
    /// The log or the folded value cannot be read.
    #[error(transparent)]
    Damaged(#[from] Damage),
    /// The folded value would not produce the same facts.
    #[error("fact {0} would not be restored exactly")]
    Unlike(Seq),
}

/// Folds the whole log of a finished table, and verifies that it unfolds to the same hash chain.
pub fn fold(id: &TableId, log: &[Stored]) -> Result<Vec<u8>, FoldError> {
    let value = encode(id, log)?;
    let again = unfold(id, &value)?;
    let is_same = |(one, other): &(&Stored, &Stored)| {
        (one.seq, one.schema, one.rules, one.at) == (other.seq, other.schema, other.rules, other.at)
            && Digest::of(id, one) == Digest::of(id, other)
    };
    match log.iter().zip(&again).find(|pair| !is_same(pair)) {
        Some((unlike, _)) => Err(FoldError::Unlike(unlike.seq)),
        None if log.len() != again.len() => Err(FoldError::Unlike(again.len() as Seq + 1)),
        None => Ok(value),
    }
}

fn encode(id: &TableId, log: &[Stored]) -> Result<Vec<u8>, FoldError> {
    let Some(first) = log.first() else { return Err(Damage("it is empty".to_owned()).into()) };
    let mut symbols = Symbols::default();
    let mut texts = Packed::default();
    let mut table: Option<Table> = None;
    let mut before = first;
    for stored in log {
        let later = u64::try_from(stored.at - before.at).map_err(|_| {
            Damage(format!("the time of fact {} precedes that of the previous fact", stored.seq))
        })?;
        symbols.number(later);
        let is_like = (stored.schema, stored.rules) == (before.schema, before.rules);
        symbols.flag(!is_like);
        if !is_like {
            symbols.number(u64::from(stored.schema));
            symbols.number(u64::from(stored.rules));
        }
        let text = fact_text(&stored.body);
        let played = table.as_ref().and_then(|table| encode_played(table, stored, text));
        symbols.flag(played.is_none());
        match played {
            Some(played) => symbols.extend(played),
            None => {
                texts.push(text).map_err(|bad| Damage(format!("fact {}: {bad}", stored.seq)))?;
            }
        }
        match &mut table {
            Some(table) => drop(table.apply(stored)?),
            None => table = Some(Table::load(id, std::slice::from_ref(stored))?.0),
        }
        before = stored;
    }
    if !table.is_some_and(|table| table.is_over()) {
        return Err(FoldError::NotOver);
    }
    let mut value = vec![FORM];
    write_number(&mut value, log.len() as u64);
    write_number(&mut value, u64::try_from(first.at).unwrap_or(0));
    write_number(&mut value, u64::from(first.schema));
    write_number(&mut value, u64::from(first.rules));
    let texts = texts.into_bytes();
    write_number(&mut value, texts.len() as u64);
    value.extend(texts);
    value.extend(symbols.into_digits().into_bytes());
    Ok(value)
}

/// Returns the facts of a folded log, without the ids of commands.
pub fn unfold(id: &TableId, value: &[u8]) -> Result<Vec<Stored>, Damage> {
    let short = || Damage("the folded log is too short".to_owned());
    let (&form, mut rest) = value.split_first().ok_or_else(short)?;
    if form != FORM {
        return Err(Damage(format!(
            "the folded log has form {form}, but this version supports form {FORM}: update Bastide"
        )));
    }
    let mut header = || read_number(&mut rest).ok_or_else(short);
    let (count, at, schema, rules, length) =
        (header()?, header()?, header()?, header()?, header()?);
    if count == 0 || count > MOST {
        return Err(Damage(format!("the folded log has an invalid number of facts: {count}")));
    }
    let number = |value: u64| {
        u16::try_from(value).map_err(|_| Damage(format!("there is no version {value}")))
    };
    let length = usize::try_from(length).map_err(|_| short())?;
    let (texts, digits) = rest.split_at_checked(length).ok_or_else(short)?;
    let mut texts = Unpacked::new(texts).map_err(Damage)?;
    let mut digits = Digits::from_bytes(digits);
    let (mut schema, mut rules) = (number(schema)?, number(rules)?);
    let mut at = Millis::try_from(at).map_err(|_| short())?;
    let mut table: Option<Table> = None;
    let mut log = Vec::new();
    for seq in 1..=count {
        let later = Millis::try_from(digits.number()).unwrap_or(Millis::MAX);
        at = at.saturating_add(later);
        if digits.flag() {
            schema = number(digits.number())?;
            rules = number(digits.number())?;
        }
        let text = match (digits.flag(), &table) {
            (true, _) => texts.next_text().map_err(Damage)?,
            (false, Some(table)) => decode_played(table, &mut digits)?,
            (false, None) => return Err(Damage("the folded log begins with a move".to_owned())),
        };
        let stored = Stored { seq, schema, rules, at, body: format!(r#"{{"fact":{text}}}"#) };
        match &mut table {
            Some(table) => drop(table.apply(&stored)?),
            None => table = Some(Table::load(id, std::slice::from_ref(&stored))?.0),
        }
        log.push(stored);
    }
    Ok(log)
}

/// Returns the symbols of a move; `None` if it has to be stored as text.
fn encode_played(table: &Table, stored: &Stored, text: &str) -> Option<Symbols> {
    let Fact::Played { seat, actions, .. } = Entry::read(stored).ok()?.fact else { return None };
    let mut next = current(table, seat)?;
    let mut symbols = Symbols::default();
    for (at, action) in actions.iter().enumerate() {
        let options = options(&next);
        let index = options.binary_search_by(|(text, _)| text.cmp(action)).ok()?;
        symbols.choice(index, options.len());
        next.play(Seat::new(seat)?, options[index].1).ok()?;
        let has_more = at + 1 < actions.len();
        if may_go_on(&next, seat) {
            symbols.flag(has_more);
        } else if has_more {
            return None;
        }
    }
    (played_text(table, seat, &next) == text).then_some(symbols)
}

fn decode_played(table: &Table, digits: &mut Digits) -> Result<String, Damage> {
    let wrong = || Damage("the folded log has a move where none can be made".to_owned());
    let seat = table.to_act().ok_or_else(wrong)?;
    let mut next = current(table, seat).ok_or_else(wrong)?;
    loop {
        let options = options(&next);
        let index = digits.choice(options.len()).ok_or_else(wrong)?;
        let &(_, action) = options.get(index).ok_or_else(wrong)?;
        next.play(Seat::new(seat).ok_or_else(wrong)?, action).map_err(|_| wrong())?;
        if !may_go_on(&next, seat) || !digits.flag() {
            return Ok(played_text(table, seat, &next));
        }
    }
}

/// Returns the match before a move of this seat.
fn current(table: &Table, seat: u8) -> Option<Match> {
    match &table.play {
        Play::On(current) if table.to_act() == Some(seat) => Some((**current).clone()),
        Play::On(_) | Play::Waiting(_) => None,
    }
}

/// Returns all legal actions in the order of their notation, which changes only if the record
/// format does.
fn options(current: &Match) -> Vec<(String, Action)> {
    let game = current.game();
    let mut actions = Vec::new();
    game.legal_actions(&mut actions);
    let show = |action| (game.notation().show(action).to_string(), action);
    let mut options: Vec<_> = actions.into_iter().map(show).collect();
    options.sort_unstable_by(|one, other| one.0.cmp(&other.0));
    options
}

/// Returns true if the seat could continue within the same command: no tile was drawn.
fn may_go_on(next: &Match, seat: u8) -> bool {
    let has_drawn = next.record().actions().last().is_some_and(|last| last.is_chance());
    !has_drawn && next.game().to_act() == Seat::new(seat).map_or(Actor::Nobody, Actor::Seat)
}

/// Returns the fact of a match that one seat has advanced, as JSON.
fn played_text(table: &Table, seat: u8, next: &Match) -> String {
    let from = table.actions();
    let new = next.record().actions().get(from..).unwrap_or_default();
    let split = new.iter().rposition(|action| !action.is_chance()).map_or(0, |last| last + 1);
    let texts = |actions: &[Action]| super::texts(table.game(), actions);
    let (actions, draws) = (texts(&new[..split]), texts(&new[split..]));
    // A move of a weaker bot differs, and is stored as text.
    let fact = Fact::Played { seat, actions, draws, weaker: None, advance: None };
    serde_json::to_string(&fact).expect("facts can be serialized")
}

/// Writes a number with seven bits per byte, lowest first.
fn write_number(bytes: &mut Vec<u8>, mut number: u64) {
    loop {
        let [low, ..] = (number & 0x7f).to_le_bytes();
        number >>= 7;
        if number == 0 {
            bytes.push(low);
            return;
        }
        bytes.push(low | 0x80);
    }
}

fn read_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}
