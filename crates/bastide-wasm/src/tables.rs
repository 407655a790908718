//! Tables in a browser: the same fold over facts as on a server, for the players at one screen.
//!
//! A response contains the facts to store and the messages to deliver once they are stored. The
//! engine applies a change at once: the page runs one request after the other, and a page that
//! cannot store a fact continues the game in memory and says so.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use bastide_host::Record;
use bastide_protocol::{
    ClientMsg, Done, LoggedFact, NewTable, PROTOCOL, Problem, ProblemCode, Seated, ServerMsg,
    TableEvent, TableLine, shown_tiles,
};
use bastide_table::{
    Change, Damage, Entropy, Fact, HolderId, Host, Identity, Inquiry, Made, Millis, Moment,
    Planned, Presence, Refusal, Stored, Table, TableId, Updates, bot_seed, unhex, whole_turn,
};
use serde::Serialize;

use crate::request::{Response, ok};

/// Prefix of the ids of local tables, which no id of a server has.
const LOCAL: &str = "local-";

/// Number of events of a table that are kept for clients.
const EVENTS: usize = 600;

/// Maximum length of a command id, as on a server.
const MOST_ID: usize = 40;

/// Response to a request that may change a table.
#[derive(Default, Serialize)]
struct Changed {
    /// Facts to store before the messages are delivered.
    facts: Vec<LoggedFact>,
    /// Messages to all clients of the table.
    messages: Vec<ServerMsg>,
    /// Time of the next `run`; at once if it has passed.
    due: Option<Millis>,
    /// The table for lists, if it has changed.
    line: Option<TableLine>,
    /// The table of a rematch.
    made: Option<Founded>,
}

/// A new table.
#[derive(Serialize)]
struct Founded {
    id: String,
    facts: Vec<LoggedFact>,
    line: TableLine,
}

/// Response to `make`.
#[derive(Serialize)]
struct Started {
    seated: Seated,
    facts: Vec<LoggedFact>,
    line: TableLine,
    due: Option<Millis>,
}

/// An open table.
struct Local {
    table: Table,
    log: Vec<Stored>,
    events: Vec<Arc<TableEvent>>,
    entropy: Entropy,
    /// Time at which the table was opened: clocks do not run while it is closed.
    opened: Millis,
    /// Number of tiles that clients have been sent.
    laid: usize,
}

thread_local! {
    static OPEN: RefCell<BTreeMap<String, Local>> = const { RefCell::new(BTreeMap::new()) };
}

/// Creates a table.
pub(crate) fn make(id: &str, new: NewTable, now: Millis, entropy: &str) -> Response {
    let entropy = entropy_of(entropy)?;
    let id = id_of(id)?;
    let token = entropy.token();
    let made = Made::new(new, token.hash(), &entropy)?;
    let change = Change::founding(&id, made, now, &entropy).map_err(reason)?;
    let local = Local::new(change, entropy, now);
    let response = Started {
        seated: Seated {
            table: id.to_string(),
            url: format!("/t/{id}"),
            seats: local.table.seats_of(HolderId::CREATOR),
            token: token.0,
        },
        facts: local.log.iter().cloned().map(LoggedFact::from).collect(),
        line: local.table.line(),
        due: local.table.due(),
    };
    OPEN.with_borrow_mut(|open| open.insert(id.to_string(), local));
    ok(&response)
}

/// Opens a stored table.
pub(crate) fn open(id: &str, facts: Vec<LoggedFact>, now: Millis, entropy: &str) -> Response {
    let id = id_of(id)?;
    let log: Vec<Stored> = facts.into_iter().map(Stored::from).collect();
    let (table, events) = Table::load(&id, &log).map_err(damage)?;
    let (entropy, opened, laid) = (entropy_of(entropy)?, now, shown_tiles(table.game()));
    let mut local = Local { table, log, events, entropy, opened, laid };
    local.trim();
    let response =
        Changed { due: local.table.due(), line: Some(local.table.line()), ..Changed::default() };
    OPEN.with_borrow_mut(|open| open.insert(id.to_string(), local));
    ok(&response)
}

/// Closes a table; one that is not open is closed already.
pub(crate) fn close(id: &str) -> Response {
    OPEN.with_borrow_mut(|open| open.remove(id));
    ok(&())
}

/// Handles a message of a client.
pub(crate) fn message(id: &str, token: Option<&str>, now: Millis, message: ClientMsg) -> Response {
    with(id, |local| {
        let who = local.identity(token)?;
        let mut changed = Changed::default();
        match message {
            ClientMsg::Hello { protocol, seen, .. } => {
                if protocol != PROTOCOL {
                    let text = "protocol version mismatch: reload the page";
                    return Err(Problem::new(ProblemCode::WrongProtocol, text));
                }
                changed.messages.push(local.welcome(&who, seen, now));
            }
            ClientMsg::Do { id, command } => {
                let decide = |table: &Table, moment: Moment| table.decide(&who, &command, &moment);
                let answer = match check_id(&id) {
                    Ok(()) => local.change(Some(&id), now, decide, &mut changed),
                    Err(problem) => Err(problem),
                };
                changed.messages.push(match answer {
                    Ok(done) => ServerMsg::Done { id, done },
                    Err(problem) => ServerMsg::Refused { id, problem },
                });
            }
            ClientMsg::Ask { id, question } => {
                let answer = Inquiry::new(&local.table, &who, &question).answer();
                changed.messages.push(match answer {
                    Ok(answer) => ServerMsg::Answer { id, answer },
                    Err(problem) => ServerMsg::NoAnswer { id, problem },
                });
            }
        }
        changed.made = local.rematch(now, &mut changed)?;
        changed.due = local.table.due();
        ok(&changed)
    })
}

/// Plays one turn of a bot, or lets a clock or deadline expire.
pub(crate) fn run(id: &str, now: Millis) -> Response {
    with(id, |local| {
        let mut changed = Changed::default();
        if let Some(bot) = local.table.bot_to_act() {
            let revision = local.table.revision();
            let mut player = bot.spec.build(bot_seed(&local.table.id, revision));
            let turn = whole_turn(&mut *player, local.table.game(), bot.spec.budget);
            let decide = |table: &Table, _| Ok(table.decide_bot(revision, &turn, None)?);
            local.change(None, now, decide, &mut changed)?;
        } else {
            let decide = |table: &Table, moment: Moment| Ok(table.decide_time(&moment));
            local.change(None, now, decide, &mut changed)?;
        }
        changed.made = local.rematch(now, &mut changed)?;
        changed.due = local.table.due();
        ok(&changed)
    })
}

/// Applies facts that another tab has stored. Those that are known already are skipped.
pub(crate) fn apply(id: &str, facts: Vec<LoggedFact>, now: Millis) -> Response {
    with(id, |local| {
        let known = local.table.seq();
        let (mut next, mut events, mut log) = (local.table.clone(), Vec::new(), Vec::new());
        for stored in facts.into_iter().map(Stored::from).filter(|stored| stored.seq > known) {
            events.push(next.apply(&stored).map_err(damage)?);
            log.push(stored);
        }
        let mut changed = Changed::default();
        if !events.is_empty() {
            local.take(next, log, events, now, &mut changed);
            changed.facts.clear();
        }
        changed.due = local.table.due();
        ok(&changed)
    })
}

/// Returns the table as its players see it.
pub(crate) fn view(id: &str, token: Option<&str>, now: Millis) -> Response {
    with(id, |local| {
        let who = local.identity(token)?;
        ok(&local.table.view(&who, &presence(), &local.events, now))
    })
}

/// Returns all facts of a table.
pub(crate) fn log(id: &str) -> Response {
    with(id, |local| {
        let facts = local.log.iter().cloned().map(LoggedFact::from);
        ok(&facts.collect::<Vec<_>>())
    })
}

/// Returns the record of a table's game.
pub(crate) fn record(id: &str) -> Result<Record, Problem> {
    with(id, |local| local.table.public_record())
}

impl Local {
    fn new(change: Change, entropy: Entropy, opened: Millis) -> Local {
        let Change { next: table, facts: log, events, .. } = change;
        let laid = shown_tiles(table.game());
        Local { table, log, events, entropy, opened, laid }
    }

    fn identity(&self, token: Option<&str>) -> Result<Identity, Problem> {
        let holder = token.map(|token| self.table.holder(token)).transpose()?;
        Ok(Identity { holder, ..Identity::default() })
    }

    fn welcome(&mut self, who: &Identity, seen: Option<u64>, now: Millis) -> ServerMsg {
        self.laid = shown_tiles(self.table.game());
        let version = env!("CARGO_PKG_VERSION");
        self.table.welcome(who, &presence(), &self.events, seen, version, now)
    }

    /// Decides and applies a change, and adds its facts and the update to `changed`.
    fn change(
        &mut self,
        id: Option<&str>,
        now: Millis,
        decide: impl Fn(&Table, Moment) -> Result<Vec<Fact>, Refusal>,
        changed: &mut Changed,
    ) -> Result<Done, Problem> {
        let moment = Moment {
            now,
            here: presence().holders,
            entropy: self.entropy.clone(),
            engines: Vec::new(),
        };
        let host = Host { epoch: "", restarted: self.opened };
        let saved = match self.table.plan(host, id, moment, decide).map_err(reason)? {
            Planned::Done(saved) => saved,
            Planned::Change(change) => {
                let Change { next, facts, events, refusal } = *change;
                let saved = next.saved();
                self.take(next, facts, events, now, changed);
                if let Some(problem) = refusal {
                    return Err(problem);
                }
                saved
            }
        };
        Ok(Done { seq: saved.seq, revision: saved.revision, receipt: None })
    }

    /// Replaces the table by its next state.
    fn take(
        &mut self,
        next: Table,
        facts: Vec<Stored>,
        events: Vec<Arc<TableEvent>>,
        now: Millis,
        changed: &mut Changed,
    ) {
        self.table = next;
        let told = events.iter().map(|event| TableEvent::clone(event)).collect();
        let mut updates = Updates::new(&self.table, presence(), told, now);
        let known = updates.known(self.laid);
        // All clients at a local table are the same player.
        let who = Identity { holder: Some(HolderId::CREATOR), ..Identity::default() };
        changed.messages.push(updates.message(&who, known).clone());
        changed.facts.extend(facts.iter().cloned().map(LoggedFact::from));
        changed.line = Some(self.table.line());
        self.laid = shown_tiles(self.table.game());
        self.log.extend(facts);
        self.events.extend(events);
        self.trim();
    }

    /// Creates the table of a rematch that all players want.
    fn rematch(&mut self, now: Millis, changed: &mut Changed) -> Result<Option<Founded>, Problem> {
        if !self.table.wants_rematch() {
            return Ok(None);
        }
        let id = format!("{LOCAL}{}", self.table.rematch_id());
        let made = self.table.rematch(&self.entropy);
        let change = Change::founding(&id_of(&id)?, made, now, &self.entropy).map_err(reason)?;
        let facts = change.facts.iter().cloned().map(LoggedFact::from).collect();
        let line = change.next.line();
        let decide = |_: &Table, _| Ok(vec![Fact::RematchMade { table: id.clone() }]);
        self.change(None, now, decide, changed)?;
        Ok(Some(Founded { id, facts, line }))
    }

    fn trim(&mut self) {
        let extra = self.events.len().saturating_sub(EVENTS);
        self.events.drain(..extra);
    }
}

/// Returns the clients at a local table: its player, and no watchers.
fn presence() -> Presence {
    Presence { holders: vec![HolderId::CREATOR], watchers: 0 }
}

/// Runs `task` with an open table.
fn with<T>(id: &str, task: impl FnOnce(&mut Local) -> Result<T, Problem>) -> Result<T, Problem> {
    OPEN.with_borrow_mut(|open| match open.get_mut(id) {
        Some(local) => task(local),
        None => Err(Problem::new(ProblemCode::NoSuchTable, "the table is not open")),
    })
}

/// Checks the id of a local table.
fn id_of(id: &str) -> Result<TableId, Problem> {
    let name = id.strip_prefix(LOCAL).and_then(TableId::from_name);
    let is_valid = name.is_some();
    is_valid.then(|| TableId(id.into())).ok_or_else(|| {
        let text = format!("invalid id of a local table: write {LOCAL} and 12 letters");
        Problem::new(ProblemCode::Malformed, text)
    })
}

fn check_id(id: &str) -> Result<(), Problem> {
    if id.is_empty() || id.chars().count() > MOST_ID {
        let text = "an id must have 1 to 40 characters";
        return Err(Problem::new(ProblemCode::Malformed, text));
    }
    Ok(())
}

/// Creates a source of random bytes from those that the page supplies.
fn entropy_of(hex: &str) -> Result<Entropy, Problem> {
    let bytes: [u8; 32] = hex.get(..64).and_then(unhex).ok_or_else(|| {
        Problem::new(ProblemCode::Malformed, "write at least 32 random bytes in hexadecimal")
    })?;
    Ok(Entropy::from_bytes(bytes))
}

fn reason(refusal: Refusal) -> Problem {
    refusal.problem
}

fn damage(Damage(why): Damage) -> Problem {
    let text = format!("the stored game is damaged: {why}");
    Problem::new(ProblemCode::Quarantined, text)
}
