//! Tables that were played in a browser, published on a server.
//!
//! The log comes from a client, so nothing in it is trusted: every fact is read and applied again,
//! names are checked like those of a new table, and only facts of a game without other people are
//! accepted. The client knew the seed, so the table says that its draws were known.

use bastide_protocol::{DealPlan, NewTable, Problem, ProblemCode, SeatPlan, Visibility};

use super::fact::{Deal, Entry, Fact, Made, Taken};
use super::{HolderId, Table};
use crate::change::Change;
use crate::token::TokenHash;
use crate::{Entropy, Millis, Stored, TableId, problem};

/// Maximum number of facts. A game of the largest mix with many undone turns has fewer.
const MOST_FACTS: usize = 2_000;

/// A table in a browser that is published, and the server that publishes it.
pub struct Publication<'a> {
    /// The log of the table, sent by a client.
    pub log: &'a [Stored],
    /// Hash of the new token of its player.
    pub token: &'a TokenHash,
    /// Seed epoch of the server.
    pub epoch: &'a str,
    /// Number that identifies the client, for sharing bot threads fairly.
    pub creator: Option<u32>,
    /// Source of random bytes.
    pub entropy: &'a Entropy,
    /// Current time.
    pub now: Millis,
}

impl Change {
    /// Creates the table `id` from the log of a table in a browser.
    ///
    /// # Errors
    /// Returns a [`Problem`] with the number of the fact that is invalid or not allowed.
    pub fn published(id: &TableId, publication: &Publication<'_>) -> Result<Change, Problem> {
        let Publication { log, now, .. } = *publication;
        if log.len() > MOST_FACTS {
            let text =
                format!("the log has {} facts; at most {MOST_FACTS} can be published", log.len());
            return Err(problem(ProblemCode::TooLarge, text));
        }
        let (mut facts, mut latest) = (Vec::with_capacity(log.len()), Millis::MIN);
        for stored in log {
            let entry = Entry::read(stored).map_err(|why| bad_fact(stored, &why))?;
            let Some(fact) = accepted(entry.fact, publication)
                .map_err(|problem| bad_fact(stored, &problem.message))?
            else {
                continue;
            };
            latest = latest.max(stored.at).min(now);
            let seq = facts.len() as u64 + 1;
            facts.push(Entry { id: None, fact }.stored(seq, latest));
        }
        let (mut next, mut events) =
            Table::load(id, &facts).map_err(|error| problem(ProblemCode::BadRecord, error.0))?;
        if next.record().is_none() {
            let text = "only games that have begun can be published";
            return Err(problem(ProblemCode::WrongPhase, text));
        }
        // The time since the last move did not count in the browser, and does not count here.
        if let Some(fact) = next.resumption(now, now) {
            let stored = Entry { id: None, fact }.stored(next.seq() + 1, next.stamp(now));
            let event =
                next.apply(&stored).map_err(|error| problem(ProblemCode::BadRecord, error.0))?;
            events.push(event);
            facts.push(stored);
        }
        if let Some(why) = next.wrong_end() {
            return Err(problem(ProblemCode::BadRecord, why));
        }
        Ok(Change { next, facts, events, refusal: None })
    }
}

/// Returns the fact as it is stored on a server, or `None` if it concerns the browser only.
fn accepted(fact: Fact, publication: &Publication<'_>) -> Result<Option<Fact>, Problem> {
    Ok(match fact {
        Fact::Made(made) => Some(Fact::Made(Box::new(remade(*made, publication)?))),
        Fact::Began { .. }
        | Fact::Played { .. }
        | Fact::TookBack { .. }
        | Fact::Proposed { .. }
        | Fact::Agreed { .. }
        | Fact::Declined { .. }
        | Fact::Resigned { .. }
        | Fact::TimedOut { .. }
        | Fact::ClockResumed { .. }
        | Fact::Over { .. } => Some(fact),
        Fact::RematchMade { .. } => None,
        Fact::Sat { .. }
        | Fact::Left { .. }
        | Fact::Renamed { .. }
        | Fact::BotSet { .. }
        | Fact::SaltCommitted { .. }
        | Fact::Sealed { .. }
        | Fact::SaltRevealed { .. }
        | Fact::DealDiscarded { .. }
        | Fact::Reseeded { .. }
        | Fact::Said { .. }
        | Fact::Kicked { .. }
        | Fact::Readmitted { .. }
        | Fact::Muted { .. }
        | Fact::WatcherChatSet { .. }
        | Fact::PersonErased
        | Fact::Closed { .. }
        | Fact::BotTookOver { .. }
        | Fact::CameBack { .. }
        | Fact::WentAway { .. }
        | Fact::Returned { .. }
        | Fact::HandoverOffered { .. }
        | Fact::HandedOver { .. }
        | Fact::Erased { .. } => {
            let text = "this kind of event does not occur at a table in a browser";
            return Err(problem(ProblemCode::BadRecord, text));
        }
    })
}

/// Creates the table again from the request that leads to it, so that everything is checked like
/// the request for a new table.
fn remade(made: Made, publication: &Publication<'_>) -> Result<Made, Problem> {
    if !made.salts.is_empty() || made.holders.len() != 1 {
        return Err(not_alone());
    }
    let plan = |taken: Taken| match taken {
        Taken::Person { name, holder: HolderId::CREATOR, bot: None } => Ok(SeatPlan::Me { name }),
        Taken::Bot { level } => Ok(SeatPlan::Bot { level }),
        Taken::Person { .. } | Taken::Nobody => Err(not_alone()),
    };
    let request = NewTable {
        game: made.game,
        rules: made.rules,
        seats: made.seats.into_iter().map(plan).collect::<Result<_, _>>()?,
        colours: made.colours,
        visibility: Visibility::Private,
        clock: made.clock,
        aid: made.aid,
        undo: made.undo,
        first: made.first,
        deal: match made.deal {
            Deal::Seed { seed, .. } => DealPlan::Seed { seed },
            Deal::Deck { tiles } => DealPlan::Deck { tiles },
        },
        go_on: made.go_on,
        stand_in: made.stand_in,
        salt_commitment: None,
    };
    let Publication { token, epoch, creator, entropy, .. } = publication;
    let made = Made::new(request, (*token).clone(), entropy)?;
    Ok(Made { creator: *creator, epoch: (*epoch).to_owned(), ..made })
}

fn not_alone() -> Problem {
    problem(ProblemCode::BadSetup, "only tables without other people can be published")
}

fn bad_fact(stored: &Stored, why: &str) -> Problem {
    problem(ProblemCode::BadRecord, format!("fact {} cannot be published: {why}", stored.seq))
}

#[cfg(test)]
mod tests {
    use bastide::Game as _;
    use serde_json::json;

    use super::*;
    use crate::{Host, Moment, Planned, Token, bot_seed, whole_turn};

    const NOW: Millis = 5_000_000;

    /// Plays bots against each other at a local table, as many turns as are asked for.
    fn local(turns: usize) -> Vec<Stored> {
        let new = serde_json::from_value(json!({
            "game": "land", "rules": "base,fields",
            "seats": [{ "kind": "bot", "level": "easy" }, { "kind": "bot", "level": "easy" }],
        }));
        let entropy = Entropy::seeded(3);
        let made = Made::new(new.expect("a request"), Token::from_bytes(&[1; 32]).hash(), &entropy);
        let id = TableId("local-abcdefghijkm".into());
        let change = Change::founding(&id, made.expect("possible"), 1_000, &entropy);
        let Change { next: mut table, facts: mut log, .. } = change.expect("possible");
        for _ in 0..turns {
            let Some(bot) = table.bot_to_act() else { break };
            let mut player = bot.spec.build(bot_seed(&id, table.revision()));
            let turn = whole_turn(&mut *player, table.game(), bot.spec.budget);
            let moment = Moment {
                now: 2_000,
                here: Vec::new(),
                entropy: entropy.clone(),
                engines: Vec::new(),
            };
            let host = Host { epoch: "", restarted: 0 };
            let decide = |table: &Table, _| Ok(table.decide_bot(table.revision(), &turn, None)?);
            let Ok(Planned::Change(change)) = table.plan(host, None, moment, decide) else {
                panic!("the bot cannot play");
            };
            log.extend(change.facts);
            table = change.next;
        }
        log
    }

    fn publish(log: &[Stored]) -> Result<Change, Problem> {
        let (token, entropy) = (Token::from_bytes(&[9; 32]).hash(), Entropy::seeded(4));
        let publication = Publication {
            log,
            token: &token,
            epoch: "e1",
            creator: Some(7),
            entropy: &entropy,
            now: NOW,
        };
        Change::published(&TableId("abcdefghijkm".into()), &publication)
    }

    #[track_caller]
    fn check_refused(log: &[Stored], part: &str) {
        let problem = publish(log).err().expect("it is refused");
        assert!(problem.message.contains(part), "{}", problem.message);
    }

    #[test]
    fn a_game_is_the_same_after_it_is_published() {
        for turns in [0, 5, 500] {
            let log = local(turns);
            let (before, _) =
                Table::load(&TableId("local-abcdefghijkm".into()), &log).expect("fine");
            let change = publish(&log).expect("it is published");
            let after = &change.next;
            assert_eq!(after.game().fingerprint(), before.game().fingerprint());
            assert_eq!(after.is_over(), before.is_over());
            assert_eq!(after.creator(), Some(7));
            assert!(after.holder(&"09".repeat(32)).is_ok(), "the new token is valid");
            assert!(after.holder(&"01".repeat(32)).is_err(), "the old one is not");
            let (again, _) = Table::load(&after.id, &change.facts).expect("it can be loaded");
            assert_eq!(again.saved(), after.saved());
            if after.is_over() {
                let record = after.public_record().expect("a record");
                assert!(bastide_host::verify(&record).is_ok(), "the draws can be verified");
            }
        }
    }

    #[test]
    fn hostile_logs_are_refused() {
        let good = local(5);
        check_refused(&[], "empty");
        check_refused(&good[1..], "creation");
        check_refused(&vec![good[0].clone(); 2_001], "at most");
        let mut twice = good.clone();
        twice.insert(1, good[0].clone());
        check_refused(&twice, "twice");
        let with = |at: usize, from: &str, to: &str| {
            let mut log = good.clone();
            assert!(log[at].body.contains(from), "{}", log[at].body);
            log[at].body = log[at].body.replace(from, to);
            log
        };
        check_refused(&with(2, "\"draws\":[\"D", "\"draws\":[\"DZ"), "draws");
        check_refused(&with(2, "\"seat\":", "\"seat\":9"), "");
        check_refused(&with(0, "\"easy\"", "\"genius\""), "unknown bot");
        check_refused(&with(0, "base,fields", "base,barns"), "");
        let said = r#"{"fact":{"kind":"said","seat":0,"name":"a","text":"spam"}}"#;
        let mut chat = good.clone();
        chat.push(Stored { seq: 9, body: said.to_owned(), ..good[1].clone() });
        check_refused(&chat, "fact 9 cannot be published");
        let over = r#"{"fact":{"kind":"over","ending":"played","scores":[999,0],"winners":[0]}}"#;
        let mut won = good.clone();
        won.push(Stored { seq: 9, body: over.to_owned(), ..good[1].clone() });
        check_refused(&won, "points");
        let mut newer = good;
        newer[0].schema = 99;
        check_refused(&newer, "fact 1");
    }

    #[test]
    fn times_in_the_future_become_the_present() {
        let mut log = local(3);
        for stored in &mut log {
            stored.at = NOW * 10;
        }
        let change = publish(&log).expect("it is published");
        assert!(change.facts.iter().all(|fact| fact.at == NOW));
    }
}
