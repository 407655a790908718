//! Tests specific to SQLite files.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::task::{Context, Waker};
use std::time::Duration;

use bastide_server::store::sqlite::{BackupError, SqliteOptions, SqliteStore, backup};
use bastide_server::store::{OpenError, Store, StoreError, TableId};
use bastide_testing::{PATIENCE, Scratch, until};
use tokio::task::JoinSet;

use crate::backends::{append, bodies, table};

fn scratch() -> Scratch {
    Scratch::new("sqlite").expect("a directory")
}

fn open(path: &Path) -> Arc<SqliteStore> {
    Arc::new(SqliteStore::open(path, SqliteOptions::default()).expect("it opens"))
}

fn open_error(path: &Path) -> OpenError {
    match SqliteStore::open(path, SqliteOptions::default()) {
        Ok(_) => panic!("{} should not open", path.display()),
        Err(error) => error,
    }
}

#[tokio::test]
async fn a_file_has_one_process_at_a_time() {
    let scratch = scratch();
    let path = scratch.join("one.db");
    let store = open(&path);
    let error = open_error(&path);
    assert!(matches!(error, OpenError::Locked { .. }), "{error}");
    assert!(error.to_string().contains("one.db.lock"), "{error}");
    store.close().await;
    open(&path).check().await.unwrap();
}

/// The lock is on the database itself, so neither removing the lock file nor using another path
/// circumvents it.
#[cfg(unix)]
#[tokio::test]
async fn a_file_has_one_process_whatever_its_name_and_without_its_lock_file() {
    let scratch = scratch();
    let path = scratch.join("one.db");
    let store = open(&path);
    let id = table("kept");
    store.append(append(&id, 0, &["a"])).await.unwrap();
    fs::remove_file(scratch.join("one.db.lock")).unwrap();
    let (soft, hard) = (scratch.join("soft.db"), scratch.join("hard.db"));
    std::os::unix::fs::symlink(&path, &soft).unwrap();
    fs::hard_link(&path, &hard).unwrap();
    for name in [&path, &soft, &hard] {
        let error = open_error(name);
        assert!(matches!(error, OpenError::Locked { .. }), "{}: {error}", name.display());
    }
    store.append(append(&id, 1, &["b"])).await.unwrap();
    backup(&path, &scratch.join("copy.db")).expect("a backup needs no lock");
    store.close().await;
    let store = open(&soft);
    assert_eq!(bodies(&*store, &id).await, ["a", "b"]);
}

#[tokio::test]
async fn errors_on_opening_say_what_to_do() {
    let scratch = scratch();
    let missing = scratch.join("no").join("where.db");
    let error = open_error(&missing);
    assert!(matches!(error, OpenError::NoDirectory(_)), "{error}");
    assert!(!missing.parent().unwrap().exists());

    let text = scratch.join("text.db");
    fs::write(&text, "This is not a database but a letter to my aunt.".repeat(50)).unwrap();
    let error = open_error(&text);
    assert!(matches!(error, OpenError::NotADatabase(_)), "{error}");
    assert!(fs::read_to_string(&text).unwrap().starts_with("This is"), "it is left alone");

    let directory = scratch.join("directory");
    fs::create_dir(&directory).unwrap();
    let error = open_error(&directory);
    assert!(matches!(error, OpenError::NotADatabase(_)), "{error}");
    assert!(!scratch.join("directory.lock").exists(), "nothing is left beside it");

    let other = scratch.join("other.db");
    let connection = rusqlite::Connection::open(&other).unwrap();
    connection.execute_batch("create table recipe (name text)").unwrap();
    drop(connection);
    let error = open_error(&other);
    assert!(matches!(error, OpenError::Foreign { .. }), "{error}");
}

#[tokio::test]
async fn a_newer_file_is_refused_and_not_modified() {
    let scratch = scratch();
    let path = scratch.join("newer.db");
    open(&path).close().await;
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.execute("insert into schema_version values (999, 0)", []).unwrap();
    drop(connection);
    let error = open_error(&path);
    assert!(matches!(error, OpenError::Newer { found: 999, .. }), "{error}");
    assert!(error.to_string().contains("update this program"), "{error}");
}

#[cfg(unix)]
#[tokio::test]
async fn only_its_user_may_read_a_file() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = scratch();
    let path = scratch.join("private.db");
    let store = open(&path);
    store.check().await.unwrap();
    let copy = scratch.join("copy.db");
    backup(&path, &copy).unwrap();
    for name in ["private.db", "private.db-wal", "private.db.lock", "copy.db"] {
        let mode = fs::metadata(scratch.join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_made_while_writing_is_complete() {
    let scratch = scratch();
    let path = scratch.join("busy.db");
    let store = open(&path);
    let id = table("busy");
    store.append(append(&id, 0, &["a"])).await.unwrap();
    let mut tasks = JoinSet::new();
    for number in 0..8 {
        let store = Arc::clone(&store);
        tasks.spawn(async move {
            let id = table(&format!("t{number}"));
            let mut after = 0;
            loop {
                store.append(append(&id, after, &["a", "b"])).await.unwrap();
                after += 2;
            }
        });
    }
    let mut copies = Vec::new();
    for number in 0..3 {
        let before = store.commits();
        until("the tables grow", async || store.commits() > before + 2).await;
        // Facts that exist before the backup starts are included in it.
        let all: Vec<TableId> = (0..8).map(|n| table(&format!("t{n}"))).collect();
        let known = store.lasts(&all).await.unwrap();
        let (from, to) = (path.clone(), scratch.join(&format!("copy{number}.db")));
        let copy = to.clone();
        let bytes = tokio::task::spawn_blocking(move || backup(&from, &to)).await.unwrap();
        assert_eq!(bytes.unwrap(), fs::metadata(&copy).unwrap().len());
        copies.push((copy, known));
    }
    tasks.shutdown().await;
    store.close().await;
    for (copy, known) in copies {
        let store = open(&copy);
        assert_eq!(bodies(&*store, &id).await, ["a"]);
        for hint in known {
            let facts = store.read(&hint.table, 0).await.unwrap();
            assert!(facts.len() as u64 >= hint.last && facts.len().is_multiple_of(2));
            // The row agrees with the log, so the log can be continued.
            let more = append(&hint.table, facts.len() as u64, &["c"]);
            store.append(more).await.unwrap();
        }
        store.close().await;
    }
}

#[tokio::test]
async fn a_backup_overwrites_nothing_and_leaves_nothing_behind() {
    let scratch = scratch();
    let path = scratch.join("from.db");
    let missing = backup(&path, &scratch.join("to.db")).unwrap_err();
    assert!(matches!(missing, BackupError::NoDatabase(_)), "{missing}");
    assert!(!path.exists(), "looking for it does not create it");
    open(&path).close().await;
    fs::write(scratch.join("to.db"), "precious").unwrap();
    let taken = backup(&path, &scratch.join("to.db")).unwrap_err();
    assert!(matches!(taken, BackupError::Exists(_)), "{taken}");
    assert_eq!(fs::read(scratch.join("to.db")).unwrap(), b"precious");
    let nowhere = backup(&path, &scratch.join("no").join("to.db")).unwrap_err();
    assert!(matches!(nowhere, BackupError::Io { .. }), "{nowhere}");
    fs::write(scratch.join("letter.db"), "My dear aunt, ".repeat(500)).unwrap();
    let letter = backup(&scratch.join("letter.db"), &scratch.join("aunt.db")).unwrap_err();
    assert!(matches!(letter, BackupError::Database { .. }), "{letter}");
    let parts = fs::read_dir(scratch.path()).unwrap().filter_map(Result::ok);
    let parts = parts.filter(|entry| entry.file_name().to_string_lossy().contains(".part"));
    assert_eq!(parts.count(), 0);
    assert!(!scratch.join("aunt.db").exists());
}

/// Blocks the writer until dropped, so that appends submitted in the meantime form one batch.
fn hold(path: &Path) -> rusqlite::Connection {
    let connection = rusqlite::Connection::open(path).unwrap();
    connection.busy_timeout(Duration::from_secs(5)).unwrap();
    connection.execute_batch("begin immediate").unwrap();
    connection
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_batch_on_a_full_disk_fails_as_a_whole() {
    let scratch = scratch();
    let path = scratch.join("small.db");
    let options = SqliteOptions { max_pages: Some(60), ..SqliteOptions::default() };
    let store = Arc::new(SqliteStore::open(&path, options).unwrap());
    store.append(append(&table("old"), 0, &["a"])).await.unwrap();
    let held = hold(&path);
    let submit = |name: String, size: usize| {
        let store = Arc::clone(&store);
        let mut saving = Box::pin(async move {
            let id = table(&name);
            (store.append(append(&id, 0, &[&"x".repeat(size)])).await, id)
        });
        // The first poll queues the job.
        let polled = saving.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        assert!(polled.is_pending(), "the file is locked");
        saving
    };
    // The first append waits alone for the lock; the others queue behind it, and all of them except
    // the last would fit.
    let mut all = vec![submit("first".to_owned(), 10)];
    until("the writer takes the first job", async || store.waiting() == 0).await;
    all.extend((0..20).map(|number| submit(format!("t{number}"), 2_000)));
    all.push(submit("large".to_owned(), 400_000));
    assert_eq!(store.waiting(), 21, "they form one batch");
    drop(held);
    for saving in all {
        let (outcome, id) = saving.await;
        if &*id.0 == "first" {
            assert_eq!(outcome, Ok(()));
        } else {
            assert_eq!(outcome, Err(StoreError::Full), "{id}");
            assert_eq!(bodies(&*store, &id).await, [""; 0], "{id} is not there");
        }
    }
    // Reads and small writes still work.
    assert_eq!(bodies(&*store, &table("old")).await, ["a"]);
    store.append(append(&table("old"), 1, &["b"])).await.unwrap();
    assert_eq!(bodies(&*store, &table("old")).await, ["a", "b"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_is_survived() {
    let scratch = scratch();
    let disk = Disk(scratch.join("disk"));
    fs::create_dir(&disk.0).unwrap();
    let mounted = Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=2m", "bastide-test"])
        .arg(&disk.0)
        .stderr(std::process::Stdio::null())
        .status();
    if !mounted.is_ok_and(|status| status.success()) {
        // Without the permission to mount, only the test above covers this case.
        return;
    }
    let path = disk.0.join("tables.db");
    let store = open(&path);
    let id = table("full");
    let mut last = 0;
    let body = "x".repeat(3_000);
    let ballast = disk.0.join("ballast");
    let mut file = File::create(&ballast).unwrap();
    while file.write_all(&[0; 4_096]).is_ok() {}
    drop(file);
    // Appends succeed until the free space of the write-ahead log is exhausted.
    let error = loop {
        match store.append(append(&id, last, &[&body])).await {
            Ok(()) => last += 1,
            Err(error) => break error,
        }
        assert!(last < 1_000, "the disk is never full");
    };
    assert_eq!(error, StoreError::Full);
    assert_eq!(store.check().await, Err(StoreError::Full));
    assert_eq!(store.read(&id, 0).await.unwrap().len() as u64, last, "reading goes on");
    fs::remove_file(&ballast).unwrap();
    store.append(append(&id, last, &["room"])).await.unwrap();
    store.close().await;
    let store = open(&path);
    assert_eq!(store.read(&id, last).await.unwrap()[0].body, "room");
    assert_eq!(store.read(&id, 0).await.unwrap().len() as u64, last + 1);
    store.close().await;
}

/// A file system in memory, unmounted when dropped.
struct Disk(std::path::PathBuf);

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

#[tokio::test]
async fn a_damaged_file_closes_the_store_and_is_not_written() {
    let scratch = scratch();
    let path = scratch.join("damaged.db");
    let store = open(&path);
    for number in 0..40 {
        let id = table(&format!("t{number}"));
        store.append(append(&id, 0, &[&"x".repeat(1_500)])).await.unwrap();
    }
    store.close().await;
    // The root page of the table of rows.
    let connection = rusqlite::Connection::open(&path).unwrap();
    let root = "select rootpage from sqlite_schema where name = 'game_table'";
    let page: usize = connection.query_row(root, [], |row| row.get::<_, u32>(0)).unwrap() as usize;
    drop(connection);
    let mut bytes = fs::read(&path).unwrap();
    bytes[(page - 1) * 4_096..page * 4_096].fill(0x5a);
    fs::write(&path, bytes).unwrap();
    let store = open(&path);
    let outcome = store.append(append(&table("t1"), 1, &["b"])).await;
    assert!(matches!(outcome, Err(StoreError::Damaged(_))), "{outcome:?}");
    let reason = tokio::time::timeout(PATIENCE, store.fatal());
    let reason = reason.await.expect("the store says that it has ended");
    assert!(reason.contains("damaged"), "{reason}");
    let later = store.append(append(&table("new"), 0, &["a"])).await;
    assert!(matches!(later, Err(StoreError::Unavailable(_))), "{later:?}");
    let read = store.read(&table("t1"), 0).await;
    assert!(matches!(read, Err(StoreError::Unavailable(_))), "{read:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_size_of_the_write_ahead_log_is_bounded() {
    let scratch = scratch();
    let path = scratch.join("log.db");
    let store = open(&path);
    let body = "x".repeat(30_000);
    let mut tasks = JoinSet::new();
    // About 250 MB pass through the write-ahead log.
    for number in 0..40 {
        let (store, body) = (Arc::clone(&store), body.clone());
        tasks.spawn(async move {
            let id = table(&format!("t{number}"));
            for after in 0..200 {
                store.append(append(&id, after, &[&body])).await.unwrap();
            }
        });
    }
    tasks.join_all().await;
    let log = fs::metadata(scratch.join("log.db-wal")).unwrap().len();
    assert!(log < 128 << 20, "{log} bytes");
    store.close().await;
    assert!(!scratch.join("log.db-wal").exists(), "closing moves all of it to the file");
}
