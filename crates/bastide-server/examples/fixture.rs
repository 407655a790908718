//! Generator of a database fixture of the current schema: `cargo run -p bastide-server --example
//! fixture`.
//!
//! Creates `fixtures/schema-N.db` (SQLite), `fixtures/schema-N.sql` (PostgreSQL) and
//! `fixtures/schema-N.json` (tokens and expected values). `tests/upgrade` opens every fixture with
//! the current code. Run this once before a migration is released, and never overwrite an older
//! fixture.

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use bastide_protocol::{
    Aid, ClockPlan, Command, DealPlan, GoOn, NewSeat, NewTable, Phase, Problem, Proposal, SeatPlan,
    Seated, ServerMsg, TableView, UndoPolicy, Visibility,
};
use bastide_server::store::{Location, open};
use bastide_server::{Credentials, Hub, HubOptions};
use bastide_testing::Scratch;
use rusqlite::Connection;
use serde_json::{Value, json};

type Outcome<T> = Result<T, Box<dyn Error>>;

#[tokio::main]
async fn main() -> Outcome<()> {
    let scratch = Scratch::new("fixture")?;
    let file = scratch.join("bastide.db");
    let hub =
        Hub::start(open(&Location::Sqlite(file.clone())).await?, HubOptions::default()).await?;
    let expected = Maker { hub: hub.clone(), number: 0 }.tables().await?;
    hub.shutdown().await;
    let database = Connection::open(&file)?;
    database
        .execute_batch("pragma wal_checkpoint(truncate); pragma journal_mode = delete; vacuum")?;
    let schema: i64 =
        database.query_row("select max(version) from schema_version", [], |row| row.get(0))?;
    let sql = postgres(&database, schema)?;
    drop(database);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let named = |kind: &str| folder.join(format!("schema-{schema}.{kind}"));
    if named("db").exists() {
        return Err(
            format!("{} exists: fixtures are never overwritten", named("db").display()).into()
        );
    }
    std::fs::copy(&file, named("db"))?;
    std::fs::write(named("sql"), sql)?;
    std::fs::write(named("json"), serde_json::to_string_pretty(&expected)? + "\n")?;
    println!("wrote {}", named("*").display());
    Ok(())
}

/// Creates and plays the tables of the fixture.
struct Maker {
    hub: Hub,
    number: u32,
}

impl Maker {
    /// Creates tables of every stage, of both families, and with all common kinds of facts.
    async fn tables(mut self) -> Outcome<Value> {
        let mut all = Vec::new();
        all.push(self.open().await?);
        all.push(self.busy().await?);
        all.push(self.replaced().await?);
        all.push(self.flag().await?);
        all.push(self.resigned().await?);
        all.extend(self.played_with_rematch().await?);
        all.push(self.stronghold().await?);
        all.push(self.go_on().await?);
        // Last, before the server records its players as absent.
        all.push(self.clocked().await?);
        Ok(json!({ "tables": all }))
    }

    /// An open table: one player has joined and left, another chats.
    async fn open(&mut self) -> Outcome<Value> {
        let anna = self.table(plan("base,fields,river", 1, 2)).await?;
        let boris = self.join(&anna, "Boris").await?;
        self.act(&boris, Command::Leave { seat: boris.seats[0] }).await?;
        self.act(&anna, say("who wants to play?")).await?;
        self.act(&anna, Command::SetBot { seat: 2, level: Some("easy".to_owned()) }).await?;
        self.report("open", &[&anna]).await
    }

    /// A game with chat, an undo, a handover, and a pending proposal.
    async fn busy(&mut self) -> Outcome<Value> {
        let anna = self.table(plan("base,fields,river,abbot", 1, 1)).await?;
        let boris = self.join(&anna, "Борис").await?;
        let both = [&anna, &boris];
        self.turns(&both, 6).await?;
        self.act(&boris, say("сильний хід \"!\" 'так' \\ 👍")).await?;
        let watcher = Credentials { name: Some("Guest"), ..Credentials::default() };
        let id = self.id();
        self.hub.act(&anna.table, watcher, &id, say("hello")).await.map_err(refused)?;
        let mover = self.last_mover(&both).await?;
        let asks = both[usize::from(mover)];
        let other = both[usize::from(1 - mover)];
        self.act(asks, Command::Propose { seat: mover, what: Proposal::Undo }).await?;
        self.act(other, Command::Reply { seat: 1 - mover, agree: true }).await?;
        self.turns(&both, 8).await?;
        let mover = self.last_mover(&both).await?;
        let asks = both[usize::from(mover)];
        let code = self.hub.handover(&boris.table, &boris.token).await.map_err(refused)?.code;
        let moved = self.hub.redeem(&boris.table, &code).await.map_err(refused)?;
        self.hub.handover(&anna.table, &anna.token).await.map_err(refused)?;
        let asks = if asks.token == boris.token { &moved } else { asks };
        self.act(asks, Command::Propose { seat: mover, what: Proposal::Undo }).await?;
        self.report("busy", &[&anna, &moved]).await
    }

    /// A game with a clock whose time, by the wall clock, has run out long before a later version
    /// opens it.
    async fn clocked(&mut self) -> Outcome<Value> {
        let mut new = plan("wheel,fields", 1, 1);
        new.clock = Some(ClockPlan::Live { seconds: 600, increment: 5 });
        let anna = self.table(new).await?;
        let boris = self.join(&anna, "Boris").await?;
        self.turns(&[&anna, &boris], 10).await?;
        self.report("clocked", &[&anna, &boris]).await
    }

    /// A game with days per turn, in which a player resigned and was replaced by a bot.
    async fn replaced(&mut self) -> Outcome<Value> {
        let mut new = plan("base,fields", 1, 2);
        new.clock = Some(ClockPlan::Days { days: 14 });
        new.visibility = Visibility::Private;
        let anna = self.table(new).await?;
        let boris = self.join(&anna, "Boris").await?;
        let clara = self.join(&anna, "Clara").await?;
        self.turns(&[&anna, &boris, &clara], 4).await?;
        self.act(&boris, Command::Resign { seat: 1 }).await?;
        self.settle(&anna, 1).await?;
        self.report("replaced", &[&anna, &boris, &clara]).await
    }

    /// A game lost on time.
    async fn flag(&mut self) -> Outcome<Value> {
        let mut new = plan("base,fields", 1, 1);
        new.clock = Some(ClockPlan::Live { seconds: 10, increment: 0 });
        let anna = self.table(new).await?;
        let boris = self.join(&anna, "Boris").await?;
        self.turns(&[&anna, &boris], 2).await?;
        self.wait_for_end(&anna).await?;
        self.report("flag", &[&anna, &boris]).await
    }

    /// A resigned game, dealt from a known seed.
    async fn resigned(&mut self) -> Outcome<Value> {
        let mut new = plan("base,fields,bridges,castles,barns", 1, 1);
        new.deal = DealPlan::Seed { seed: "a known seed".to_owned() };
        let anna = self.table(new).await?;
        let boris = self.join(&anna, "Boris").await?;
        self.turns(&[&anna, &boris], 12).await?;
        self.act(&boris, Command::Resign { seat: 1 }).await?;
        self.report("resigned", &[&anna, &boris]).await
    }

    /// A complete game between two people, and its rematch.
    async fn played_with_rematch(&mut self) -> Outcome<Vec<Value>> {
        let anna = self.table(plan("base,fields", 1, 1)).await?;
        let boris = self.join(&anna, "Boris").await?;
        self.turns(&[&anna, &boris], u32::MAX).await?;
        self.act(&boris, say("good game")).await?;
        self.act(&anna, Command::Propose { seat: 0, what: Proposal::Rematch }).await?;
        self.act(&boris, Command::Reply { seat: 1, agree: true }).await?;
        let table = loop {
            if let Some(table) = self.view(&anna).await?.rematch {
                break table;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        };
        let again = [&anna, &boris].map(|seated| Seated { table: table.clone(), ..seated.clone() });
        self.turns(&[&again[0], &again[1]], 3).await?;
        Ok(vec![
            self.report("played", &[&anna, &boris]).await?,
            self.report("rematch", &[&again[0], &again[1]]).await?,
        ])
    }

    /// A complete game of the other family against a bot.
    async fn stronghold(&mut self) -> Outcome<Value> {
        let mut new = plan("", 1, 0);
        new.seats.push(SeatPlan::Bot { level: "beginner".to_owned() });
        let anna = self.table(new).await?;
        self.turns(&[&anna], u32::MAX).await?;
        self.report("stronghold", &[&anna]).await
    }

    /// A game continued from a record.
    async fn go_on(&mut self) -> Outcome<Value> {
        let first = self.table(plan("base,fields", 2, 0)).await?;
        self.turns(&[&first], 10).await?;
        let record = self.hub.record(&first.table).await.map_err(refused)?;
        let mut new = plan("", 2, 0);
        new.go_on = Some(GoOn { record: record.to_text(), actions: record.actions().len() / 2 });
        let second = self.table(new).await?;
        self.turns(&[&second], 4).await?;
        self.report("go_on", &[&second]).await
    }

    fn id(&mut self) -> String {
        self.number += 1;
        format!("c{}", self.number)
    }

    async fn table(&self, new: NewTable) -> Outcome<Seated> {
        self.hub.create(new).await.map_err(refused)
    }

    async fn join(&self, table: &Seated, name: &str) -> Outcome<Seated> {
        let seat = NewSeat {
            seat: None,
            name: name.to_owned(),
            salt: Some("salt".to_owned()),
            salt_commitment: None,
        };
        self.hub.sit(&table.table, seat).await.map_err(refused)
    }

    async fn act(&mut self, seated: &Seated, command: Command) -> Outcome<()> {
        let id = self.id();
        self.hub.act(&seated.table, credentials(seated), &id, command).await.map_err(refused)?;
        Ok(())
    }

    async fn view(&self, seated: &Seated) -> Outcome<TableView> {
        self.hub.view(&seated.table, credentials(seated)).await.map_err(refused)
    }

    /// Plays `turns` turns, or until the game is over.
    async fn turns(&mut self, players: &[&Seated], turns: u32) -> Outcome<()> {
        let until = self.view(players[0]).await?.game.turns.saturating_add(turns);
        loop {
            let view = self.view(players[0]).await?;
            if view.game.turns >= until || !matches!(view.phase, Phase::Playing) {
                return Ok(());
            }
            let mut has_acted = false;
            for seated in players {
                let watch = self.hub.watch(&seated.table, credentials(seated), None);
                let ServerMsg::Welcome { offers: Some(offers), table, .. } =
                    watch.await.map_err(refused)?.welcome
                else {
                    continue;
                };
                let at = (table.game.actions * 7) % offers.offers.len();
                let actions = vec![offers.offers[at].action.clone()];
                let revision = table.revision;
                self.act(seated, Command::Play { seat: offers.seat, revision, actions }).await?;
                has_acted = true;
                break;
            }
            if !has_acted {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        }
    }

    /// Returns the seat that finished the last turn.
    async fn last_mover(&self, both: &[&Seated; 2]) -> Outcome<u8> {
        let to_act = self.view(both[0]).await?.game.to_act;
        Ok(1 - to_act.ok_or("the game is over")?)
    }

    /// Waits until the bot that has replaced the player of a seat has acted.
    async fn settle(&self, seated: &Seated, bot: u8) -> Outcome<()> {
        while self.view(seated).await?.game.to_act == Some(bot) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        Ok(())
    }

    async fn wait_for_end(&self, seated: &Seated) -> Outcome<()> {
        while !matches!(self.view(seated).await?.phase, Phase::Over { .. }) {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        Ok(())
    }

    /// Returns the values that all later versions must reproduce.
    async fn report(&self, what: &str, holders: &[&Seated]) -> Outcome<Value> {
        let view = self.view(holders[0]).await?;
        let record = self.hub.record(&view.id).await.ok().map(|record| record.to_text());
        let tokens: Vec<&str> = holders.iter().map(|seated| seated.token.as_str()).collect();
        Ok(json!({
            "what": what,
            "id": view.id,
            "tokens": tokens,
            "seq": view.seq,
            "revision": view.revision,
            "phase": view.phase,
            "is_listed": view.visibility == Visibility::Listed,
            "scores": view.game.scores,
            "actions": view.game.actions,
            "record": record,
        }))
    }
}

fn plan(rules: &str, people: usize, free: usize) -> NewTable {
    let names = ["Anna", "Anna's sister"];
    let people = names.iter().take(people).map(|name| SeatPlan::Me { name: (*name).to_owned() });
    NewTable {
        visibility: Visibility::Listed,
        aid: Aid::Coach,
        undo: UndoPolicy::PastDraws,
        ..NewTable::new(rules, people.chain(std::iter::repeat_n(SeatPlan::Open, free)).collect())
    }
}

fn say(text: &str) -> Command {
    Command::Say { text: text.to_owned() }
}

fn credentials(seated: &Seated) -> Credentials<'_> {
    Credentials { token: Some(&seated.token), ..Credentials::default() }
}

fn refused(Problem { code, message, .. }: Problem) -> Box<dyn Error> {
    format!("{code:?}: {message}").into()
}

/// Returns the same rows for PostgreSQL: all migrations, then inserts.
fn postgres(database: &Connection, schema: i64) -> Outcome<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/postgres");
    let mut files: Vec<_> = std::fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<std::io::Result<_>>()?;
    // The migrations are numbered; other files do not belong to the schema.
    files.retain(|file| file.file_name().is_some_and(|name| name.as_encoded_bytes()[0] == b'0'));
    files.sort();
    if files.len() as i64 != schema {
        return Err("both databases must have the same number of migrations".into());
    }
    let mut sql = "create table schema_version (
    version bigint not null primary key,
    applied bigint not null
);\n"
        .to_owned();
    for (file, version) in files.iter().zip(1..) {
        sql.push_str(&std::fs::read_to_string(file)?);
        writeln!(sql, "insert into schema_version (version, applied) values ({version}, 0);")?;
    }
    let tables = "select name from sqlite_schema where type = 'table'
        and name not in ('schema_version', 'lease', 'probe', 'process') order by name desc";
    let mut select = database.prepare(tables)?;
    let names = select.query_map([], |row| row.get::<_, String>(0))?;
    for name in names.collect::<Result<Vec<_>, _>>()? {
        insert(database, &name, &mut sql)?;
    }
    Ok(sql)
}

fn insert(database: &Connection, table: &str, sql: &mut String) -> Outcome<()> {
    let mut select = database.prepare(&format!("select * from {table}"))?;
    let columns: Vec<String> = select.column_names().map(str::to_owned).collect();
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        let mut values = Vec::new();
        for (at, column) in columns.iter().enumerate() {
            use rusqlite::types::ValueRef;
            values.push(match row.get_ref(at)? {
                ValueRef::Null => "null".to_owned(),
                ValueRef::Integer(number) if column.starts_with("is_") => (number == 1).to_string(),
                ValueRef::Integer(number) => number.to_string(),
                ValueRef::Real(number) => number.to_string(),
                ValueRef::Text(text) => {
                    format!("'{}'", std::str::from_utf8(text)?.replace('\'', "''"))
                }
                ValueRef::Blob(bytes) => {
                    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
                    format!("'\\x{hex}'")
                }
            });
        }
        writeln!(
            sql,
            "insert into {table} ({}) values ({});",
            columns.join(", "),
            values.join(", ")
        )?;
    }
    Ok(())
}
