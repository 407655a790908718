//! Engine accounts and the ladder in an SQLite file.

use async_trait::async_trait;
use bastide_protocol::{ENGINE, engine_of};
use rusqlite::{OptionalExtension as _, Row, Transaction};

use super::SqliteStore;
use crate::store::{
    EngineStore, MAX_ENGINES, Millis, StoreError, StoredEngine, StoredEngineGame, StoredStanding,
};

#[async_trait]
impl EngineStore for SqliteStore {
    async fn add_engine(&self, engine: StoredEngine) -> Result<bool, StoreError> {
        let insert = "insert into engine_account (name, token, note, created, expires, revoked)
            select ?1, ?2, ?3, ?4, ?5, ?6
            where (select count(*) from engine_account) < ?7
                or exists (select 1 from engine_account where name = ?1)
            on conflict (name) do update set token = excluded.token, note = excluded.note,
                created = excluded.created, expires = excluded.expires, revoked = excluded.revoked
            where revoked is not null or expires <= excluded.created";
        let run = move |transaction: &Transaction<'_>| {
            let StoredEngine { name, token, note, created, expires, revoked } = &engine;
            let values = (name, token, note, created, expires, revoked, MAX_ENGINES);
            Ok(i64::from(transaction.execute(insert, values)? > 0))
        };
        Ok(self.write(run).await? > 0)
    }

    async fn engines(&self) -> Result<Vec<StoredEngine>, StoreError> {
        let select = "select name, token, note, created, expires, revoked
            from engine_account order by name";
        self.ask(move |db| {
            let mut select = db.prepare_cached(select)?;
            let rows = select.query_map([], |row| {
                Ok(StoredEngine {
                    name: row.get(0)?,
                    token: row.get(1)?,
                    note: row.get(2)?,
                    created: row.get(3)?,
                    expires: row.get(4)?,
                    revoked: row.get(5)?,
                })
            })?;
            rows.collect()
        })
        .await
    }

    async fn revoke_engine(&self, name: &str, now: Millis) -> Result<bool, StoreError> {
        let update = "update engine_account set revoked = ?2 where name = ?1 and revoked is null";
        let name = name.to_owned();
        let run = move |transaction: &Transaction<'_>| {
            Ok(i64::from(transaction.execute(update, (&name, now))? > 0))
        };
        Ok(self.write(run).await? > 0)
    }

    async fn remove_engine(&self, name: &str) -> Result<bool, StoreError> {
        let (account, standing) = (name.to_owned(), format!("{ENGINE}{name}"));
        let run = move |transaction: &Transaction<'_>| {
            transaction.execute("delete from engine_standing where player = ?1", [&standing])?;
            let deleted =
                transaction.execute("delete from engine_account where name = ?1", [&account])?;
            Ok(i64::from(deleted > 0))
        };
        Ok(self.write(run).await? > 0)
    }

    async fn standings(&self) -> Result<Vec<StoredStanding>, StoreError> {
        let select = "select player, rating, deviation, volatility, games, wins, draws, losses
            from engine_standing order by rating desc, player";
        self.ask(move |db| {
            let mut select = db.prepare_cached(select)?;
            let rows = select.query_map([], |row| {
                Ok(StoredStanding {
                    player: row.get(0)?,
                    rating: row.get(1)?,
                    deviation: row.get(2)?,
                    volatility: row.get(3)?,
                    games: row.get(4)?,
                    wins: row.get(5)?,
                    draws: row.get(6)?,
                    losses: row.get(7)?,
                })
            })?;
            rows.collect()
        })
        .await
    }

    /// Standings never conflict: a file has one process.
    async fn add_engine_game(
        &self,
        game: StoredEngineGame,
        standings: [StoredStanding; 2],
        keep: u32,
    ) -> Result<bool, StoreError> {
        let account = "select exists (select 1 from engine_account where name = ?1)";
        let insert = "insert into engine_game
                (at, first, second, first_points, second_points, ending, forfeited, record)
            values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
        let update = "insert or replace into engine_standing
                (player, rating, deviation, volatility, games, wins, draws, losses)
            values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
        let trim = "delete from engine_game where id <= (select max(id) from engine_game) - ?1";
        let run = move |transaction: &Transaction<'_>| {
            let StoredEngineGame { at, players, points, ending, forfeited, record, .. } = &game;
            for name in players.iter().filter_map(|player| engine_of(player)) {
                if !transaction.query_row(account, [name], |row| row.get::<_, bool>(0))? {
                    return Ok(0);
                }
            }
            let [first, second] = players;
            let values = (at, first, second, points[0], points[1], ending, forfeited, record);
            transaction.execute(insert, values)?;
            for standing in &standings {
                let StoredStanding { player, rating, deviation, volatility, .. } = standing;
                let StoredStanding { games, wins, draws, losses, .. } = standing;
                let values = (player, rating, deviation, volatility, games, wins, draws, losses);
                transaction.execute(update, values)?;
            }
            transaction.execute(trim, [keep])?;
            Ok(1)
        };
        Ok(self.write(run).await? > 0)
    }

    async fn engine_games(&self, limit: u16) -> Result<Vec<StoredEngineGame>, StoreError> {
        let select = "select id, at, first, second, first_points, second_points, ending,
                forfeited, ''
            from engine_game order by id desc limit ?1";
        self.ask(move |db| {
            let mut select = db.prepare_cached(select)?;
            select.query_map([limit], game)?.collect()
        })
        .await
    }

    async fn engine_game(&self, id: i64) -> Result<Option<StoredEngineGame>, StoreError> {
        let select = "select id, at, first, second, first_points, second_points, ending,
                forfeited, record
            from engine_game where id = ?1";
        self.ask(move |db| db.query_row(select, [id], game).optional()).await
    }
}

fn game(row: &Row<'_>) -> rusqlite::Result<StoredEngineGame> {
    Ok(StoredEngineGame {
        id: row.get(0)?,
        at: row.get(1)?,
        players: [row.get(2)?, row.get(3)?],
        points: [row.get(4)?, row.get(5)?],
        ending: row.get(6)?,
        forfeited: row.get(7)?,
        record: row.get(8)?,
    })
}
