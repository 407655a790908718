//! All statements that the suite sends to PostgreSQL, as the database logs them: those about tables
//! and facts contain the table id, and no transaction writes to two tables. A database that is
//! distributed by table id can then run each on one node.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use bastide_server::store::Location;
use bastide_server::store::postgres::PostgresOptions;
use bastide_testing::{Cluster, ClusterOptions, until};

use crate::backends::Backend;
use crate::replica::read_over_a_replica;

/// The columns that hold the table id, by relation.
const BY_TABLE: [(&str, &str); 4] = [
    ("game_table", "id"),
    ("fact", "table_id"),
    ("folded", "table_id"),
    ("push_subscription", "table_id"),
];

/// Tables that stay on one node of a distributed database.
const LOCAL: [&str; 8] = [
    "schema_version",
    "process",
    "probe",
    "address_ban",
    "player_report",
    "engine_account",
    "engine_standing",
    "engine_game",
];

/// Other statements by their beginnings, and the reasons why they need no table id. They use none of
/// the relations above.
const ALLOWED: &[(&str, &[&str])] = &[
    (
        "prepare the schema, while one process starts and holds a lock",
        &[
            "create table schema_version",
            "insert into schema_version",
            "select (select count(*) from information_schema.tables",
            "select max(version) from schema_version",
            "select count(*) from pg_inherits",
        ],
    ),
    ("reads properties of the server", &["select current_setting('server_version')"]),
    (
        "reads the position of a replica or its primary, for the delay between them",
        &["select (select system_identifier from pg_control_system())"],
    ),
    ("sets up a connection", &["set statement_timeout"]),
    ("begin or end a transaction", &["start transaction", "commit", "rollback"]),
    ("carry hints, which are not stored", &["listen bastide", "select pg_notify"]),
    ("locks leases and migrations, on one node", &["select pg_advisory_xact_lock"]),
    ("reads the clock of one node", &["select floor(extract(epoch from clock_timestamp())"]),
    (
        "keep a row for each process, on one node",
        &[
            "insert into process",
            "delete from process",
            "select count(*) from process",
            "with clock as materialized",
        ],
    ),
    (
        "use the leases: 64 rows, which all nodes have",
        &["update lease", "select shard, epoch from lease"],
    ),
    ("writes the one row of the readiness check", &["insert into probe"]),
    (
        "use the settings: a few rows, which all nodes have",
        &["insert into setting", "select value from setting"],
    ),
    (
        "use the bans of addresses: a few rows on one node",
        &[
            "insert into address_ban",
            "select net, reason, created, until from address_ban",
            "delete from address_ban",
        ],
    ),
    (
        "use the accounts of engines: a few rows on one node",
        &[
            "insert into engine_account",
            "select name, token, note, created,",
            "select name from engine_account where name",
            "update engine_account",
            "delete from engine_account",
        ],
    ),
    (
        "use the ratings of engines: a row for each, on one node",
        &[
            "insert into engine_standing",
            "delete from engine_standing",
            "select player, rating, deviation, volatility,",
        ],
    ),
    (
        "use the last games of the ladder, which have no tables: a limited number, on one node",
        &[
            "insert into engine_game",
            "delete from engine_game",
            "select id, at, first, second, first_points,",
        ],
    ),
    (
        "use the reports, which only the operator reads: a few rows on one node",
        &[
            "insert into player_report",
            "select id, table_id, at, body from player_report",
            "update player_report",
            "delete from player_report",
        ],
    ),
];

/// Reads of all nodes by their beginnings, and their purposes. Each is the only statement of its
/// transaction.
const OF_ALL_NODES: &[(&str, &str)] = &[
    (
        "select id, last, created, updated, stage, is_listed, due, summary, head from game_table where is_listed",
        "a page of the lobby",
    ),
    (
        "select id, last, created, updated, stage, is_listed, due, summary, head from game_table where id >",
        "all rows for checks and expiry, page by page",
    ),
    ("select stage, count(*) from game_table", "numbers of unfinished tables, every few seconds"),
    (
        "select id, last from game_table where id = any",
        "the last facts of many tables at once, every few seconds",
    ),
    ("select id, due from game_table", "due tables of the shards of this process"),
    (
        "select id from game_table where due is not null",
        "due tables after the wall clock was changed",
    ),
    (
        "select updated, id from game_table where stage = 'over'",
        "finished tables that can be folded",
    ),
    (
        "select distinct table_id from push_subscription",
        "tables whose subscriptions have ended, once a day",
    ),
];

/// Divides the database; only a store that is opened with partitions does.
const PARTITIONING: &str = "select set_config('bastide.partitions'";

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
        let sql = normal(sql);
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
    read_over_a_replica(&cluster.database().await.unwrap(), options).await;
    let log = cluster.data().join("log/statements.csv");
    cluster.execute("postgres", "select 'the end'").await.unwrap();
    let read = |path: &Path| std::fs::read_to_string(path).unwrap_or_default();
    until("the log is written", async || read(&log).contains("select 'the end'")).await;
    statements(&read(&log))
}

/// Returns the SQL of the migrations, as [`Statement::sql`].
fn migrations() -> BTreeSet<String> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/postgres");
    let files = std::fs::read_dir(directory).unwrap();
    let read = |path: &Path| std::fs::read_to_string(path).unwrap();
    files.map(|file| normal(&read(&file.unwrap().path()))).collect()
}

/// Returns SQL in lower case with single spaces.
fn normal(sql: &str) -> String {
    sql.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Returns the unqualified names of all relations after `from`, `into`, `update`, `join`, `using`.
fn relations(sql: &str) -> BTreeSet<&str> {
    let words: Vec<&str> = sql.split([' ', '(', ')', ',', ';']).filter(|w| !w.is_empty()).collect();
    let is_before = |word: &str| matches!(word, "from" | "into" | "update" | "join" | "using");
    words.windows(2).filter(|pair| is_before(pair[0])).map(|pair| pair[1]).collect()
}

/// Checks all statements, and returns the number of those that contain a table id.
fn check(statements: &[Statement], is_batched: bool, has_partitions: bool) -> usize {
    let allowed = ALLOWED.iter().flat_map(|(_, beginnings)| beginnings.iter().copied());
    let allowed: Vec<&str> = allowed.chain([PARTITIONING]).collect();
    let mut unused: BTreeSet<&str> = allowed.iter().copied().collect();
    unused.extend(OF_ALL_NODES.iter().map(|(beginning, _)| *beginning));
    assert_eq!(unused.len(), allowed.len() + OF_ALL_NODES.len(), "one exemption, one reason");
    let migrations = migrations();
    let mut tables: BTreeMap<&(String, String), BTreeSet<&str>> = BTreeMap::new();
    let mut sizes: BTreeMap<&(String, String), usize> = BTreeMap::new();
    for statement in statements {
        *sizes.entry(&statement.transaction).or_default() += 1;
    }
    let (mut checked, mut batches) = (0, 0);
    for statement in statements {
        let Statement { transaction, sql, parameters } = statement;
        if migrations.contains(sql) {
            continue;
        }
        let uses = uses(sql);
        if let Some((beginning, _)) = OF_ALL_NODES.iter().find(|(start, _)| sql.starts_with(start))
        {
            unused.remove(beginning);
            let writes = ["insert ", "update ", "delete ", "for update", ";"];
            assert!(!writes.iter().any(|word| sql.contains(word)), "not only a read: {sql}");
            // Each node can join the rows of its own tables.
            let joins = sql.matches("id = table_id").count();
            assert!(uses.len() == joins + 1, "a read of rows of other nodes: {sql}");
            assert!(sizes[transaction] == 1, "a read of all nodes in a transaction: {sql}");
            continue;
        }
        if uses.is_empty() {
            let beginning = allowed.iter().find(|start| sql.starts_with(**start));
            let beginning =
                beginning.unwrap_or_else(|| panic!("neither about tables nor allowed: {sql}"));
            unused.remove(beginning);
            continue;
        }
        // Only what every node has can be used together with tables.
        let used = relations(sql);
        let local = used.iter().find(|name| LOCAL.contains(name));
        assert!(local.is_none(), "{local:?} is on one node only: {sql}");
        if is_batched && sql.starts_with(BATCH) {
            batches += 1;
            continue;
        }
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
    assert!(unused.remove(PARTITIONING) != has_partitions, "partitions: {has_partitions}");
    assert!(unused.is_empty(), "no longer needed: {unused:?}");
    checked
}

/// Returns the SQL in `docs/scale.md` that distributes the tables with Citus.
fn recipe() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/scale.md");
    let text = std::fs::read_to_string(path).unwrap();
    let (_, sql) = text.split_once("create extension citus;").expect("the recipe");
    sql.split_once("```").expect("its end").0.to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_recipe_for_citus_places_every_table() {
    let backend = Backend::database().await;
    backend.open().await.close().await;
    let Location::Postgres(url) = backend.location() else { panic!("a database") };
    let (client, connection) = tokio_postgres::connect(&url, tokio_postgres::NoTls).await.unwrap();
    let driver = tokio::spawn(connection);
    let sql = "select table_name::text from information_schema.tables
         where table_schema = current_schema() and table_type = 'BASE TABLE'";
    let rows = client.query(sql, &[]).await.unwrap();
    drop(client);
    driver.await.unwrap().unwrap();
    let schema: BTreeSet<String> = rows.iter().map(|row| row.get(0)).collect();
    let recipe = recipe();
    let calls = |function: &str| {
        let call = format!("select {function}('");
        let calls = recipe.split(&call).skip(1);
        calls.map(|rest| rest.split('\'').next().unwrap().to_owned()).collect::<BTreeSet<String>>()
    };
    let distributed = calls("create_distributed_table");
    assert!(distributed.iter().eq(BY_TABLE.map(|(name, _)| name).iter().collect::<BTreeSet<_>>()));
    for (name, key) in BY_TABLE {
        assert!(
            recipe.contains(&format!("create_distributed_table('{name}', '{key}', ")),
            "{name}"
        );
    }
    let copied = calls("create_reference_table");
    let comment = recipe.lines().filter_map(|line| line.strip_prefix("-- "));
    let comment = comment.skip_while(|line| !line.starts_with("On the coordinator: "));
    let comment = comment.collect::<Vec<_>>().join(" ");
    let listed = comment.trim_start_matches("On the coordinator: ").trim_end_matches('.');
    let local: BTreeSet<String> = listed.split(", ").map(str::to_owned).collect();
    assert!(local.iter().eq(LOCAL.iter().collect::<BTreeSet<_>>()), "{local:?}");
    let placed: Vec<&String> = distributed.iter().chain(&copied).chain(&local).collect();
    assert_eq!(placed.iter().copied().cloned().collect::<BTreeSet<_>>(), schema);
    assert_eq!(placed.len(), schema.len(), "each in one place: {placed:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_statement_is_about_one_table() {
    let options = PostgresOptions { batch: 1, writers: 8, ..PostgresOptions::default() };
    let statements = logged(options).await;
    let checked = check(&statements, false, false);
    println!("{checked} of {} statements contain a table id", statements.len());
    let state = "select last, stage from game_table where id = $1";
    assert!(statements.iter().any(|statement| statement.sql == state), "no read of a replica");
    assert!(checked > 200, "only {checked} statements were checked");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_group_commit_is_about_several_tables() {
    let options = PostgresOptions { partitions: Some(4), ..PostgresOptions::default() };
    assert!(check(&logged(options).await, true, true) > 100);
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
}

/// Returns the message with which the check of a transaction of these statements fails; the first
/// parameter of each is the id.
fn refusal(statements: &[(&str, &str)]) -> String {
    let statement = |(sql, id): &(&str, &str)| Statement {
        transaction: ("session".to_owned(), "1/1".to_owned()),
        sql: (*sql).to_owned(),
        parameters: BTreeMap::from([(1, (*id).to_owned())]),
    };
    let statements: Vec<Statement> = statements.iter().map(statement).collect();
    let panic = std::panic::catch_unwind(|| check(&statements, false, false));
    let panic = panic.expect_err("the allowed statements are missing");
    panic.downcast_ref::<String>().cloned().unwrap_or_default()
}

#[test]
fn exemptions_are_strict() {
    let delete = "delete from fact where table_id = $1";
    let lobby = OF_ALL_NODES[0].0;
    for (what, statements, message) in [
        ("two tables", vec![(delete, "a"), (delete, "b")], "is about"),
        ("one table", vec![(delete, "a"), (delete, "a")], "no longer needed"),
        ("an unknown statement", vec![("select now()", "")], "nor allowed"),
        ("a comment does not exempt", vec![("-- delete from fact", "")], "without the table id"),
        (
            "an allowed beginning",
            vec![("insert into setting (name) select 'a' from fact", "")],
            "without the table id",
        ),
        (
            "a read of all nodes before a change",
            vec![(lobby, ""), (delete, "a")],
            "in a transaction",
        ),
        (
            "a join on all nodes that is not by table",
            vec![(&format!("{lobby} and last = (select max(last) from folded)"), "")],
            "rows of other nodes",
        ),
        ("a lock on all nodes", vec![(&format!("{lobby} for update"), "")], "not only a read"),
        (
            "a table of one node",
            vec![("delete from fact using process where table_id = $1", "a")],
            "on one node only",
        ),
    ] {
        let found = refusal(&statements);
        assert!(found.contains(message), "{what}: {found}");
    }
}
