//! All statements that the suite sends to PostgreSQL, as the database logs them: those about tables
//! and facts contain the table id, and no transaction writes to two tables. A database that is
//! distributed by table id can then run each on one node.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use bastide_server::store::postgres::PostgresOptions;
use bastide_testing::{Cluster, ClusterOptions, until};

use crate::backends::Backend;

/// The columns that hold the table id, by relation.
const BY_TABLE: [(&str, &str); 4] = [
    ("game_table", "id"),
    ("fact", "table_id"),
    ("folded", "table_id"),
    ("push_subscription", "table_id"),
];

/// Beginnings of other statements, and the reasons why they need no table id.
const ALLOWED: &[(&str, &str)] = &[
    ("--", "migrations, which run while one process starts"),
    ("create table schema_version", "as above"),
    ("insert into schema_version", "as above"),
    ("select (select count(*) from information_schema.tables", "as above"),
    ("select max(version) from schema_version", "as above"),
    ("select set_config('bastide.partitions'", "as above"),
    ("select count(*) from pg_inherits", "as above"),
    ("select current_setting('server_version')", "properties of the server"),
    ("set statement_timeout", "settings of a connection"),
    ("start transaction", "begins a transaction"),
    ("commit", "ends a transaction"),
    ("rollback", "ends a transaction"),
    ("listen bastide", "hints, which are not stored"),
    ("select pg_notify", "hints, which are not stored"),
    ("select pg_advisory_xact_lock", "leases and migrations: one node holds them"),
    ("select floor(extract(epoch from clock_timestamp())", "the clock of the database"),
    ("insert into process", "leases: one row for each process"),
    ("delete from process", "as above"),
    ("select count(*) from process", "as above"),
    ("with clock as materialized", "as above: the time of other processes"),
    ("update lease", "leases: 64 rows, copied to all nodes"),
    ("select shard, epoch from lease", "as above"),
    ("insert into probe", "the readiness check writes one row"),
    ("insert into setting", "settings of all processes: a few rows"),
    ("select value from setting", "as above"),
    ("insert into address_ban", "bans of addresses: a few rows"),
    ("select net, reason, created, until from address_ban", "as above"),
    ("delete from address_ban", "as above"),
    ("insert into engine_account", "accounts of engines: a few rows, and no tables"),
    ("select name, token, note, created, expires, revoked from engine_account", "as above"),
    ("update engine_account", "as above"),
    ("insert into engine_standing", "ratings of engines: a row for each"),
    ("select player, rating, deviation, volatility, games, wins, draws, losses", "as above"),
    (
        "insert into engine_game",
        "games of the ladder, which are not tables; their number is limited",
    ),
    ("delete from engine_game", "as above"),
    ("select id, at, first, second, first_points, second_points, ending", "as above"),
    ("insert into player_report", "reports, which only the operator reads: a few rows"),
    ("select id, table_id, at, body from player_report", "as above"),
    ("update player_report", "as above"),
    ("delete from player_report", "as above"),
    (
        "select id, last, created, updated, stage, is_listed, due, summary, head from game_table where is_listed",
        "reads a page of the lobby from all nodes",
    ),
    (
        "select id, last, created, updated, stage, is_listed, due, summary, head from game_table where id >",
        "reads all rows for checks and expiry, page by page",
    ),
    (
        "select stage, count(*) from game_table",
        "counts unfinished tables on all nodes, every few seconds",
    ),
    (
        "select id, last from game_table where id = any",
        "asks for the last facts of many tables at once, every few seconds",
    ),
    (
        "select id, due from game_table",
        "reads due tables of the shards of this process from all nodes",
    ),
    (
        "select id from game_table where due is not null",
        "as above, after the wall clock was changed",
    ),
    (
        "select updated, id from game_table where stage = 'over'",
        "reads finished tables that can be folded from all nodes",
    ),
    (
        "select distinct table_id from push_subscription",
        "finds tables whose subscriptions have ended, once a day",
    ),
];

/// The only statement that may write to several tables, in batches of more than one.
const BATCH: &str = "with wanted as ( select * from unnest(";

/// A logged statement.
struct Statement {
    /// Session and transaction.
    transaction: (String, String),
    /// The SQL in lower case with single spaces.
    sql: String,
    /// Parameters by number.
    parameters: BTreeMap<usize, String>,
}

/// Parses the log of the database, in its CSV format.
fn statements(log: &str) -> Vec<Statement> {
    let statement = |fields: Vec<String>| {
        let message = fields.get(13)?;
        let sql = match message.strip_prefix("statement: ") {
            Some(sql) => sql,
            None => message.strip_prefix("execute ")?.split_once(": ")?.1,
        };
        let transaction = (fields.get(5)?.clone(), fields.get(9)?.clone());
        let sql = sql.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let parameters = parameters(fields.get(14)?);
        (fields.get(2)? != "postgres").then_some(Statement { transaction, sql, parameters })
    };
    records(log).into_iter().filter_map(statement).collect()
}

fn records(csv: &str) -> Vec<Vec<String>> {
    let (mut records, mut record, mut field) = (Vec::new(), Vec::new(), String::new());
    let (mut is_quoted, mut chars) = (false, csv.chars().peekable());
    while let Some(c) = chars.next() {
        match c {
            '"' if is_quoted && chars.peek() == Some(&'"') => {
                chars.next();
                field.push('"');
            }
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => record.push(std::mem::take(&mut field)),
            '\n' if !is_quoted => {
                record.push(std::mem::take(&mut field));
                records.push(std::mem::take(&mut record));
            }
            c => field.push(c),
        }
    }
    records
}

/// Parses `parameters: $1 = 'a', $2 = NULL`.
fn parameters(detail: &str) -> BTreeMap<usize, String> {
    let mut found = BTreeMap::new();
    let mut rest = detail.strip_prefix("parameters: ").unwrap_or_default();
    while let Some((number, value)) = rest.strip_prefix('$').and_then(|rest| rest.split_once(" = "))
    {
        let mut text = String::new();
        let mut end = value.find(',').unwrap_or(value.len());
        if let Some(quoted) = value.strip_prefix('\'') {
            let mut chars = quoted.char_indices().peekable();
            while let Some((at, c)) = chars.next() {
                match c {
                    '\'' if chars.peek().is_some_and(|(_, next)| *next == '\'') => {
                        chars.next();
                        text.push('\'');
                    }
                    '\'' => {
                        end = at + 2;
                        break;
                    }
                    c => text.push(c),
                }
            }
        }
        found.extend(number.parse::<usize>().ok().map(|number| (number, text)));
        rest = value[end..].strip_prefix(", ").unwrap_or_default();
    }
    found
}

/// Returns the number of the parameter after `before` in a statement: `$7`, perhaps with a type.
fn parameter(text: &str) -> Option<usize> {
    let digits = text.strip_prefix('$')?;
    digits[..digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len())].parse().ok()
}

/// Returns the parameters that hold the table id at each use of the relations of [`BY_TABLE`];
/// `None` for a use without a table id. Empty if none of them is used.
fn uses(sql: &str) -> Vec<Option<usize>> {
    let mut uses = Vec::new();
    for (relation, key) in BY_TABLE {
        let (mut writes, mut others) = (Vec::new(), 0);
        for verb in ["into", "from", "update", "join", "using"] {
            for (at, found) in sql.match_indices(&format!("{verb} {relation}")) {
                let rest = &sql[at + found.len()..];
                if rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_') {
                    continue;
                }
                if verb != "into" {
                    others += 1;
                    continue;
                }
                // The first column of an insertion, and its value.
                let is_first = rest.trim_start().strip_prefix(&format!("({key}, ")).is_some();
                let values = ["values (", "select "].into_iter();
                let value = values.filter_map(|word| Some((rest.find(word)?, word.len()))).min();
                let number = value.and_then(|(at, length)| parameter(&rest[at + length..]));
                writes.push(number.filter(|_| is_first));
            }
        }
        let mut keys = Vec::new();
        for (at, found) in sql.match_indices(&format!("{key} = ")) {
            let is_word = sql[..at].ends_with([' ', '(', '.']);
            keys.extend(parameter(&sql[at + found.len()..]).filter(|_| is_word).map(Some));
        }
        keys.truncate(others);
        keys.resize(others, None);
        uses.extend(keys.into_iter().chain(writes));
    }
    uses
}

/// Runs the suite on a database that logs all statements, and returns these.
async fn logged(options: PostgresOptions) -> Vec<Statement> {
    let settings = "log_statement = 'all'\nlogging_collector = on\nlog_destination = 'csvlog'\n\
        log_directory = 'log'\nlog_filename = 'statements.log'\nlog_rotation_size = 0\n";
    let files = vec![("postgresql.auto.conf", settings.as_bytes().to_vec())];
    let cluster = Cluster::start_with(&ClusterOptions { files, ..ClusterOptions::default() });
    let cluster = cluster.expect("a database");
    let is_batched = options.batch > 1;
    crate::run_all(async || Backend::on(&cluster, options.clone()).await, is_batched).await;
    let log = cluster.data().join("log/statements.csv");
    cluster.execute("postgres", "select 'the end'").await.unwrap();
    let read = |path: &Path| std::fs::read_to_string(path).unwrap_or_default();
    until("the log is written", async || read(&log).contains("select 'the end'")).await;
    statements(&read(&log))
}

/// Checks all statements, and returns the number of those that contain a table id.
fn check(statements: &[Statement], is_batched: bool) -> usize {
    let mut unused: BTreeSet<&str> = ALLOWED.iter().map(|(beginning, _)| *beginning).collect();
    let mut tables: BTreeMap<&(String, String), BTreeSet<&str>> = BTreeMap::new();
    let (mut checked, mut batches) = (0, 0);
    for statement in statements {
        let Statement { transaction, sql, parameters } = statement;
        if let Some((beginning, _)) = ALLOWED.iter().find(|(start, _)| sql.starts_with(start)) {
            unused.remove(beginning);
            continue;
        }
        if is_batched && sql.starts_with(BATCH) {
            batches += 1;
            continue;
        }
        let uses = uses(sql);
        assert!(!uses.is_empty(), "neither about tables nor allowed: {sql}");
        for number in uses {
            let number = number.unwrap_or_else(|| panic!("without the table id: {sql}"));
            let id = parameters.get(&number).unwrap_or_else(|| panic!("${number} of {sql}"));
            tables.entry(transaction).or_default().insert(id);
        }
        checked += 1;
    }
    assert!(is_batched == (batches > 0), "{batches} batches");
    for (transaction, tables) in tables {
        assert!(tables.len() == 1, "transaction {transaction:?} is about {tables:?}");
    }
    unused.retain(|beginning| !beginning.contains("partitions'"));
    assert!(unused.is_empty(), "no longer needed: {unused:?}");
    checked
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_statement_is_about_one_table() {
    let options = PostgresOptions { batch: 1, writers: 8, ..PostgresOptions::default() };
    let statements = logged(options).await;
    let checked = check(&statements, false);
    println!("{checked} of {} statements contain a table id", statements.len());
    assert!(checked > 200, "only {checked} statements were checked");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_group_commit_is_about_several_tables() {
    let options = PostgresOptions { partitions: Some(4), ..PostgresOptions::default() };
    assert!(check(&logged(options).await, true) > 100);
}

#[test]
fn statements_without_a_table_id_are_found() {
    let sql = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for (text, expected) in [
        ("select seq from fact where table_id = $1 and seq > $2", vec![Some(1)]),
        ("select seq from fact where seq > $2", vec![None]),
        ("update game_table set last = $2 where id = $7", vec![Some(7)]),
        ("delete from fact using moved where fact.table_id = moved.id", vec![None]),
        ("insert into folded (table_id, last) select $3::text, $2 from x", vec![Some(3)]),
        ("insert into folded (table_id, last) values ($1, $2)", vec![Some(1)]),
        ("insert into folded (last, table_id) values ($1, $2)", vec![None]),
        ("insert into fact (table_id, seq) select f.id, 1 from f", vec![None]),
        ("delete from fact where table_id = $1 or exists (select from fact)", vec![Some(1), None]),
        ("select holder_id = $1 from game_table", vec![None]),
        ("select now()", vec![]),
        ("select from facts where factory = $1", vec![]),
    ] {
        assert_eq!(uses(&sql(text)), expected, "{text}");
    }
    let parsed = parameters("parameters: $1 = 'it''s, \"a\"', $2 = NULL, $3 = '5'");
    assert_eq!(parsed.into_values().collect::<Vec<_>>(), ["it's, \"a\"", "", "5"]);
    assert_eq!(records("a,\"b,\"\"c\n\"\nd\n"), [vec!["a", "b,\"c\n"], vec!["d"]]);
    let in_one = |ids: [&str; 2]| {
        let statement = |id: &str| Statement {
            transaction: ("session".to_owned(), "1/1".to_owned()),
            sql: "delete from fact where table_id = $1".to_owned(),
            parameters: BTreeMap::from([(1, id.to_owned())]),
        };
        std::panic::catch_unwind(|| check(&ids.map(statement), false))
    };
    let message = |ids| {
        let panic = in_one(ids).expect_err("the allowed statements are missing");
        panic.downcast_ref::<String>().cloned().unwrap_or_default()
    };
    assert!(message(["a", "b"]).contains("is about"), "two tables");
    assert!(message(["a", "a"]).contains("no longer needed"), "one table");
}
