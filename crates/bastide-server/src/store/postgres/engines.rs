//! Engine accounts and the ladder in a PostgreSQL database.

use async_trait::async_trait;
use bastide_protocol::{ENGINE, engine_of};
use tokio_postgres::Row;

use super::PostgresStore;
use crate::store::{
    EngineStore, MAX_ENGINES, Millis, StoreError, StoredEngine, StoredEngineGame, StoredStanding,
};

#[async_trait]
impl EngineStore for PostgresStore {
    async fn add_engine(&self, engine: StoredEngine) -> Result<bool, StoreError> {
        let insert = "insert into engine_account (name, token, note, created, expires, revoked)
            select $1::text, $2::text, $3::text, $4::bigint, $5::bigint, $6::bigint
            where (select count(*) from engine_account) < $7
                or exists (select 1 from engine_account where name = $1)
            on conflict (name) do update set token = excluded.token, note = excluded.note,
                created = excluded.created, expires = excluded.expires, revoked = excluded.revoked
            where engine_account.revoked is not null
                or engine_account.expires <= excluded.created";
        let StoredEngine { name, token, note, created, expires, revoked } = &engine;
        let most = i64::from(MAX_ENGINES);
        let added = self
            .ask(async |client| {
                client.execute(insert, &[name, token, note, created, expires, revoked, &most]).await
            })
            .await?;
        Ok(added > 0)
    }

    async fn engines(&self) -> Result<Vec<StoredEngine>, StoreError> {
        let sql = "select name, token, note, created, expires, revoked
            from engine_account order by name";
        let rows = self.ask(async |client| client.query(sql, &[]).await).await?;
        let engine = |row: &Row| StoredEngine {
            name: row.get(0),
            token: row.get(1),
            note: row.get(2),
            created: row.get(3),
            expires: row.get(4),
            revoked: row.get(5),
        };
        Ok(rows.iter().map(engine).collect())
    }

    async fn revoke_engine(&self, name: &str, now: Millis) -> Result<bool, StoreError> {
        let sql = "update engine_account set revoked = $2 where name = $1 and revoked is null";
        Ok(self.ask(async |client| client.execute(sql, &[&name, &now]).await).await? > 0)
    }

    async fn remove_engine(&self, name: &str) -> Result<bool, StoreError> {
        let standing = format!("{ENGINE}{name}");
        self.ask(async |client| {
            let transaction = client.transaction().await?;
            // The account first: this waits for a game that is being saved, and the second statement
            // sees the standing that the game may have added.
            let sql = "delete from engine_account where name = $1";
            let deleted = transaction.execute(sql, &[&name]).await?;
            let sql = "delete from engine_standing where player = $1";
            transaction.execute(sql, &[&standing]).await?;
            transaction.commit().await?;
            Ok(deleted > 0)
        })
        .await
    }

    async fn standings(&self) -> Result<Vec<StoredStanding>, StoreError> {
        let sql = "select player, rating, deviation, volatility, games, wins, draws, losses
            from engine_standing order by rating desc, player";
        let rows = self.ask(async |client| client.query(sql, &[]).await).await?;
        let count =
            |row: &Row, column: usize| u32::try_from(row.get::<_, i64>(column)).unwrap_or_default();
        let standing = |row: &Row| StoredStanding {
            player: row.get(0),
            rating: row.get(1),
            deviation: row.get(2),
            volatility: row.get(3),
            games: count(row, 4),
            wins: count(row, 5),
            draws: count(row, 6),
            losses: count(row, 7),
        };
        Ok(rows.iter().map(standing).collect())
    }

    async fn add_engine_game(
        &self,
        game: StoredEngineGame,
        standings: [StoredStanding; 2],
        keep: u32,
    ) -> Result<bool, StoreError> {
        // Keeps the account until the end of the transaction.
        let account = "select name from engine_account where name = $1 for key share";
        let insert = "insert into engine_game
                (at, first, second, first_points, second_points, ending, forfeited, record)
            values ($1, $2, $3, $4, $5, $6, $7, $8)";
        let update = "insert into engine_standing
                (player, rating, deviation, volatility, games, wins, draws, losses)
            values ($1, $2, $3, $4, $5, $6, $7, $8)
            on conflict (player) do update set rating = excluded.rating,
                deviation = excluded.deviation, volatility = excluded.volatility,
                games = excluded.games, wins = excluded.wins, draws = excluded.draws,
                losses = excluded.losses
            where engine_standing.games = excluded.games - 1";
        let trim = "delete from engine_game where id <= (select max(id) from engine_game) - $1";
        let StoredEngineGame { at, players, points, ending, forfeited, record, .. } = &game;
        let [first, second] = players;
        let points = points.map(i64::from);
        let (forfeited, keep) = (forfeited.map(i64::from), i64::from(keep));
        let saved = self
            .ask(async |client| {
                let transaction = client.transaction().await?;
                for name in players.iter().filter_map(|player| engine_of(player)) {
                    if transaction.query_opt(account, &[&name]).await?.is_none() {
                        transaction.rollback().await?;
                        return Ok(Some(false));
                    }
                }
                for standing in &standings {
                    let StoredStanding { player, rating, deviation, volatility, .. } = standing;
                    let StoredStanding { games, wins, draws, losses, .. } = standing;
                    let [games, wins, draws, losses] =
                        [games, wins, draws, losses].map(|&count| i64::from(count));
                    let changed = transaction
                        .execute(
                            update,
                            &[
                                player, rating, deviation, volatility, &games, &wins, &draws,
                                &losses,
                            ],
                        )
                        .await?;
                    if changed == 0 {
                        transaction.rollback().await?;
                        return Ok(None);
                    }
                }
                transaction
                    .execute(
                        insert,
                        &[at, first, second, &points[0], &points[1], ending, &forfeited, record],
                    )
                    .await?;
                transaction.execute(trim, &[&keep]).await?;
                transaction.commit().await?;
                Ok(Some(true))
            })
            .await?;
        saved.ok_or(StoreError::Conflict)
    }

    async fn engine_games(&self, limit: u16) -> Result<Vec<StoredEngineGame>, StoreError> {
        let sql = "select id, at, first, second, first_points, second_points, ending,
                forfeited, ''
            from engine_game order by id desc limit $1";
        let limit = i64::from(limit);
        let rows = self.ask(async |client| client.query(sql, &[&limit]).await).await?;
        Ok(rows.iter().map(game).collect())
    }

    async fn engine_game(&self, id: i64) -> Result<Option<StoredEngineGame>, StoreError> {
        let sql = "select id, at, first, second, first_points, second_points, ending,
                forfeited, record
            from engine_game where id = $1";
        let row = self.ask(async |client| client.query_opt(sql, &[&id]).await).await?;
        Ok(row.as_ref().map(game))
    }
}

fn game(row: &Row) -> StoredEngineGame {
    let points = |column| i32::try_from(row.get::<_, i64>(column)).unwrap_or_default();
    StoredEngineGame {
        id: row.get(0),
        at: row.get(1),
        players: [row.get(2), row.get(3)],
        points: [points(4), points(5)],
        ending: row.get(6),
        forfeited: row.get::<_, Option<i64>>(7).and_then(|seat| u8::try_from(seat).ok()),
        record: row.get(8),
    }
}
