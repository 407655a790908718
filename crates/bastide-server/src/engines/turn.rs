//! Turns of engines that disconnect: how long an engine is awaited, and how much time it has
//! altogether.
//!
//! *Invariant:* on the ladder a turn has one time account, which runs on while the engine is
//! disconnected and whichever of its connections answers. An engine would otherwise read the
//! position, disconnect, and think for as long as it is awaited. Test:
//! `an_engine_of_the_ladder_gains_no_time_by_reconnecting`.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bastide::Action;
use tokio::time::Instant;

use super::{Ask, Asker, EngineOptions, Engines, Failure};

/// Maximum number of attempts at a turn whose engine disconnects.
const TRIES: usize = 3;

/// Pause between two attempts: the connection that has ended may not have been removed yet.
const BETWEEN: Duration = Duration::from_millis(20);

/// The time account of a turn. Clones share it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Account(Arc<OnceLock<Instant>>);

impl Account {
    fn began(&self) -> Option<Instant> {
        self.0.get().copied()
    }
}

impl Ask {
    /// Starts the time account unless it is running. Returns the time at which it is used up. Must be
    /// called before the engine gets to know the position.
    pub(crate) fn begin(&self) -> Instant {
        *self.account.0.get_or_init(Instant::now) + self.limit
    }

    /// Returns the request for a further connection of the engine. Tables wait for a turn until a
    /// deadline that includes all absences, so that each connection has the whole time there.
    fn again(&self) -> Ask {
        let account = match self.asker {
            Asker::Ladder => self.account.clone(),
            Asker::Table { .. } => Account::default(),
        };
        Ask { account, ..self.clone() }
    }
}

impl Engines {
    /// Has an engine choose a turn. Waits for one that has just disconnected, but not longer than
    /// `absence`, which becomes shorter by that time, nor than the patience of the asker.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the engine does not choose, or if `is_valid` returns false.
    pub(crate) async fn turn(
        &self,
        name: &str,
        ask: &Ask,
        options: &EngineOptions,
        absence: &mut Duration,
        is_valid: impl Fn() -> bool,
    ) -> Result<Vec<Action>, Failure> {
        let patience = Instant::now() + options.patience(&ask.asker);
        let mut last = Failure::Absent;
        for _ in 0..TRIES {
            if !is_valid() {
                return Err(Failure::Revoked);
            }
            let ask = ask.again();
            let due = ask.account.began().map(|began| began + ask.limit);
            let deadline = due.map_or(patience, |due| due.min(patience));
            if let Some(since) = self.absent_since(name) {
                let begun = Instant::now();
                let until = deadline.min(since + options.reconnect).min(begun + *absence);
                if begun < until {
                    self.wait(name, until).await;
                    *absence = absence.saturating_sub(begun.elapsed());
                }
            }
            match self.ask(name, ask, deadline).await {
                Err(failure @ (Failure::Gone | Failure::Absent)) => last = failure,
                other => return other,
            }
            let is_away = |since: Instant| since.elapsed() >= options.reconnect;
            if Instant::now() >= deadline || self.absent_since(name).is_some_and(is_away) {
                break;
            }
            tokio::time::sleep(BETWEEN).await;
        }
        Err(last)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{ask, profile};
    use super::super::{Job, Registration};
    use super::*;
    use crate::store::TableId;

    /// Receives a request as a connection does, and thus gets to know the position. Returns the time
    /// until the account is used up.
    async fn read(connection: &mut Registration) -> (Job, Duration) {
        let job = connection.jobs.next().await.expect("a request");
        let until = job.ask.begin();
        (job, until.saturating_duration_since(Instant::now()))
    }

    /// Plays a turn with an engine that disconnects for `away` whenever it has read the position, or
    /// is replaced by another connection without a pause. Returns how the turn ended, when, and the
    /// times that the connections had.
    async fn flicker(
        asker: Asker,
        away: Option<Duration>,
    ) -> (Result<Vec<Action>, Failure>, Duration, Vec<Duration>) {
        let engines = Arc::new(Engines::new());
        let mut connection = engines.connect("Rook", profile());
        let (there, begun) = (Arc::clone(&engines), Instant::now());
        let turn = tokio::spawn(async move {
            let options = EngineOptions::default();
            let mut absence = options.reconnect;
            there.turn("Rook", &ask(asker), &options, &mut absence, || true).await
        });
        let engine = tokio::spawn(async move {
            let mut times = Vec::new();
            loop {
                let (job, time) = read(&mut connection).await;
                times.push(time);
                if times.len() == TRIES {
                    return times;
                }
                if let Some(away) = away {
                    drop((job, connection));
                    tokio::time::sleep(away).await;
                    connection = engines.connect("Rook", profile());
                } else {
                    tokio::time::sleep(Duration::from_secs(1)).await;
                    connection = engines.connect("Rook", profile());
                    drop(job);
                }
            }
        });
        let end = turn.await.expect("no panic");
        let took = begun.elapsed();
        engine.abort();
        (end, took, engine.await.unwrap_or_default())
    }

    #[tokio::test(start_paused = true)]
    async fn an_engine_of_the_ladder_gains_no_time_by_reconnecting() {
        let limit = ask(Asker::Ladder).limit;
        let (end, took, _) = flicker(Asker::Ladder, Some(Duration::from_secs(19))).await;
        assert!(matches!(end, Err(Failure::Absent | Failure::Gone)), "{end:?}");
        assert!(took < limit + Duration::from_millis(100), "{took:?}");
        // Nor by another connection with the same token: each has what the last one left over.
        let (end, took, times) = flicker(Asker::Ladder, None).await;
        assert_eq!(end, Err(Failure::Gone));
        assert!(took < limit + Duration::from_millis(100), "{took:?}");
        assert_eq!(times.len(), TRIES);
        assert!(times.windows(2).all(|pair| pair[1] + Duration::from_secs(1) <= pair[0]));
    }

    #[tokio::test(start_paused = true)]
    async fn an_engine_of_a_table_has_the_whole_time_after_a_reconnection() {
        let table = || Asker::Table { id: TableId("table".into()), has_people: true };
        let limit = ask(table()).limit;
        let (_, took, times) = flicker(table(), Some(Duration::from_secs(8))).await;
        assert_eq!(times, [limit; TRIES]);
        assert!(took < EngineOptions::default().deadline, "{took:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_game_waits_for_an_engine_only_for_a_limited_time_altogether() {
        let engines = Arc::new(Engines::new());
        drop(engines.connect("Rook", profile()));
        let options = EngineOptions::default();
        let (mut absence, mut waits) = (options.reconnect, Vec::new());
        for _ in 0..3 {
            // It has just disconnected again.
            drop(engines.connect("Rook", profile()));
            let (there, begun) = (Arc::clone(&engines), Instant::now());
            let back = tokio::spawn(async move {
                tokio::time::sleep(Duration::from_secs(15)).await;
                let mut connection = there.connect("Rook", profile());
                let (job, time) = read(&mut connection).await;
                let _ = job.reply.send(Ok(Vec::new()));
                time
            });
            let asking = ask(Asker::Ladder);
            let end = engines.turn("Rook", &asking, &options, &mut absence, || true).await;
            if end.is_ok() {
                assert_eq!(back.await.expect("no panic"), asking.limit, "its turn had not begun");
            } else {
                back.abort();
            }
            waits.push((end, begun.elapsed().as_secs()));
        }
        let absent = Err(Failure::Absent);
        assert_eq!(waits, [(Ok(Vec::new()), 15), (absent.clone(), 5), (absent, 0)]);
    }
}
