//! Tests of the configuration: its sources, their precedence, and mistakes in the file.

use std::path::{Path, PathBuf};
use std::process::Command;

use bastide_testing::{Cluster, ClusterError, ClusterOptions, Scratch, skip};
use serde_json::Value;

use crate::Run;

/// Runs the binary with these environment variables and without others of a server.
fn bastide(args: &[&str], variables: &[(&str, &str)]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bastide"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("BASTIDE_")) {
        command.env_remove(name);
    }
    let output = command.args(args).envs(variables.iter().copied()).output().expect("it runs");
    Run {
        code: output.status.code().expect("no signal"),
        out: String::from_utf8(output.stdout).expect("text"),
        err: String::from_utf8(output.stderr).expect("text"),
    }
}

struct Folder {
    scratch: Scratch,
}

impl Folder {
    fn new() -> Folder {
        Folder { scratch: Scratch::new("config").expect("room") }
    }

    /// Writes a file and returns its path.
    fn write(&self, name: &str, text: &str) -> String {
        std::fs::write(self.path(name), text).expect("written");
        self.path(name).display().to_string()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.scratch.join(name)
    }
}

/// Returns the value and the source of an option in the output of `--print-config --json`.
fn option<'a>(printed: &'a Value, name: &str) -> (&'a Value, &'a str) {
    let options = printed["options"].as_array().expect("a list");
    let found = options.iter().find(|option| option["name"] == name).expect("it is listed");
    (&found["value"], found["source"].as_str().expect("a source"))
}

#[test]
fn flags_precede_the_environment_and_the_environment_the_file() {
    let folder = Folder::new();
    let file = folder.write(
        "bastide.toml",
        "log = \"info\"\nlog-format = \"json\"\nmax-connections = 7\nlisten = [\"1\", \"2\"]\n",
    );
    let variables = [("BASTIDE_CONFIG", file.as_str()), ("BASTIDE_LOG", "debug")];
    let args = ["serve", "--print-config", "--json", "--max-connections", "9"];
    let printed =
        bastide(&args, &[&variables[..], &[("BASTIDE_MAX_CONNECTIONS", "8")]].concat()).json();
    assert_eq!(printed["file"], file);
    assert_eq!(option(&printed, "max-connections"), (&"9".into(), "flag"));
    assert_eq!(option(&printed, "log"), (&"debug".into(), "environment"));
    assert_eq!(option(&printed, "log-format"), (&"json".into(), "file"));
    assert_eq!(option(&printed, "listen"), (&vec!["1", "2"].into(), "file"));
    assert_eq!(option(&printed, "db-readers"), (&"6".into(), "default"));
    assert_eq!(option(&printed, "public-url"), (&Value::Null, "default"));
    // A flag names another file than the environment.
    let other = folder.write("other.toml", "log = \"error\"\n");
    let printed =
        bastide(&["serve", "--print-config", "--json", "--config", &other], &variables[..1]).json();
    assert_eq!(option(&printed, "log"), (&"error".into(), "file"));
    let printed = bastide(&["serve", "--print-config", "--json", "--config", "none"], &[]).json();
    assert_eq!(printed["file"], Value::Null);
}

#[test]
fn the_printed_configuration_is_a_configuration_file() {
    let folder = Folder::new();
    let file = folder.write(
        "a.toml",
        "public-url = \"https://games.example\"\ntrusted-proxy = [\"127.0.0.1\", \"10.0.0.0/8\"]\n\
         data-dir = \"/srv/a \\\"b\\\"\"\nmin-free-space = 0\nrate-limits = true\n",
    );
    let first = bastide(&["serve", "--print-config", "--config", &file], &[]).fine();
    assert!(first.contains("public-url = \"https://games.example\""), "{first}");
    assert!(first.contains("# file, line 1") && first.contains("# default"), "{first}");
    let again = folder.write("b.toml", &first);
    let second = bastide(&["serve", "--print-config", "--config", &again], &[]).fine();
    let plain = |text: &str| -> Vec<String> {
        let lines = text.lines().skip(1).map(|line| line.split("  #").next().unwrap_or("").trim());
        lines.map(str::to_owned).collect()
    };
    assert_eq!(plain(&first), plain(&second));
}

#[test]
fn passwords_are_not_printed() {
    let folder = Folder::new();
    let file =
        folder.write("a.toml", "database = \"postgres://bastide:hunter2@db.example/games\"\n");
    for args in [&["serve", "--print-config"][..], &["serve", "--print-config", "--json"]] {
        let printed = bastide(&[args, &["--config", &file]].concat(), &[]).fine();
        assert!(!printed.contains("hunter2"), "{printed}");
        assert!(printed.contains("db.example/games"), "{printed}");
    }
    // A mistake beside it does not reveal it either.
    let file = folder.write("b.toml", "database = \"postgres://u:hunter2@h/d\nlog = 1\n");
    let run = bastide(&["serve", "--config", &file], &[]);
    assert!(run.code == 2 && !run.err.contains("hunter2"), "{}", run.err);
}

#[test]
fn mistakes_stop_every_command_with_the_line() {
    let folder = Folder::new();
    let file = folder.write("a.toml", "# comment\nlissten = \"8080\"\n");
    for command in [&["serve"][..], &["backup", "copy.db"], &["fsck"], &["admin", "list"]] {
        let run = bastide(&[command, &["--config", &file, "--json"]].concat(), &[]);
        assert_eq!(run.code, 2, "{}", run.err);
        assert!(
            run.err.contains("line 2: unknown option 'lissten'; did you mean 'listen'?"),
            "{}",
            run.err
        );
        let told: Value = serde_json::from_str(&run.out).expect("JSON");
        assert_eq!((&told["error"]["code"], &told["error"]["line"]), (&"config".into(), &2.into()));
    }
    let run = bastide(&["serve", "--config", "/nowhere/a.toml"], &[]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("/nowhere/a.toml cannot be read"), "{}", run.err);
    assert!(!Path::new("copy.db").exists());
    // Commands that have nothing to do with a server do not read it.
    bastide(&["tiles"], &[("BASTIDE_CONFIG", &file)]).fine();
}

#[test]
fn the_doctor_reports_the_file_and_checks_the_rest() {
    let folder = Folder::new();
    let data = folder.path("data").display().to_string();
    let file = folder.write("a.toml", "lissten = \"8080\"\n");
    let args = ["doctor", "--json", "--listen", "127.0.0.1:0", "--data-dir", &data];
    let finding = |printed: &Value, subject: &str| {
        let list = printed["findings"].as_array().expect("a list").clone();
        list.into_iter().find(|finding| finding["subject"] == subject).expect("it is checked")
    };
    let run = bastide(&[&args[..], &["--config", &file]].concat(), &[]);
    assert_eq!(run.code, 1);
    let printed: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(finding(&printed, "config file")["state"], "wrong");
    assert_eq!(finding(&printed, "data dir")["state"], "fine");

    let file = folder.write("b.toml", "min-free-space = 0\n");
    let printed = bastide(&[&args[..], &["--config", &file]].concat(), &[]).json();
    assert_eq!(finding(&printed, "config file")["state"], "fine");
    assert_eq!(finding(&printed, "TLS")["state"], "fine");
    let run = bastide(&[&args[..], &["--config", &file, "--tls-cert", "a.pem"]].concat(), &[]);
    let printed: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!((run.code, &finding(&printed, "TLS")["state"]), (1, &"wrong".into()));
}

#[cfg(unix)]
#[test]
fn the_doctor_notices_a_password_that_all_users_can_read() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Folder::new();
    let file = folder.write("a.toml", "database = \"postgres://u:secret@127.0.0.1:1/d\"\n");
    let state = |mode: u32| {
        let mode = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(&file, mode).expect("our file");
        let run = bastide(&["doctor", "--json", "--listen", "0", "--config", &file], &[]);
        let printed: Value = serde_json::from_str(&run.out).expect("JSON");
        printed["findings"][0]["state"].as_str().expect("a state").to_owned()
    };
    assert_eq!((state(0o644).as_str(), state(0o640).as_str()), ("doubtful", "fine"));
}

/// The strongest source that names a directory or a database decides, and if it names both, the
/// database.
#[test]
fn one_source_decides_where_the_tables_are() {
    let folder = Folder::new();
    let file = folder.write("a.toml", "data-dir = \"/srv/f\"\ndatabase = \"postgres://f@h/d\"\n");
    let plain = folder.write("b.toml", "data-dir = \"/srv/f\"\n");
    let url = |user: &str| format!("postgres://{user}@h/d");
    let (by_flag, by_variable, by_file) = (url("flag"), url("env"), url("f"));
    let variables = [("BASTIDE_DATA_DIR", "/srv/e"), ("BASTIDE_DATABASE", by_variable.as_str())];
    for (file, flags, variables, directory, database) in [
        (&file, &[][..], &[][..], Some("/srv/f"), Some(&by_file)),
        (&plain, &[], &variables[1..], None, Some(&by_variable)),
        (&plain, &[], &variables[..1], Some("/srv/e"), None),
        (&file, &[], &variables, Some("/srv/e"), Some(&by_variable)),
        (&file, &["--data-dir", "/srv/c"], &[], Some("/srv/c"), None),
        (&file, &["--data-dir", "/srv/c"], &variables, Some("/srv/c"), None),
        (&file, &["--database", &by_flag], &variables, Some("/srv/e"), Some(&by_flag)),
    ] {
        let args = [&["serve", "--print-config", "--json", "--config", file][..], flags].concat();
        let printed = bastide(&args, variables).json();
        let value = |name: &str| option(&printed, name).0.as_str();
        let found = (value("data-dir"), value("database"));
        assert_eq!(found, (directory, database.map(String::as_str)), "{args:?} {variables:?}");
    }
}

/// Otherwise an image that sets the variable would start with an empty database in a file.
#[test]
fn a_directory_of_the_environment_does_not_silently_replace_a_database_of_the_file() {
    let folder = Folder::new();
    let file = folder.write("a.toml", "log = \"info\"\ndatabase = \"postgres://u@h/d\"\n");
    let data = folder.path("data").display().to_string();
    let variables = [("BASTIDE_CONFIG", file.as_str()), ("BASTIDE_DATA_DIR", data.as_str())];
    for command in [&["serve"][..], &["serve", "--print-config"], &["fsck"], &["admin", "list"]] {
        let run = bastide(command, &variables);
        assert_eq!(run.code, 2, "{command:?}: {}", run.out);
        assert!(run.err.contains("line 2: database: the variable BASTIDE_DATA_DIR"), "{}", run.err);
    }
    let run = bastide(&["doctor", "--json", "--listen", "0"], &variables);
    let printed: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!((run.code, &printed["findings"][0]["state"]), (1, &"wrong".into()));
    assert!(!folder.path("data").exists(), "nothing was started");
    // A backup is always of a directory.
    let run = bastide(&["backup", "copy.db"], &variables);
    assert!(run.code == 2 && run.err.contains(&data), "{}", run.err);
}

#[test]
fn commands_find_the_tables_of_the_configured_server() {
    let folder = Folder::new();
    let file = folder.write("a.toml", &format!("data-dir = {:?}\n", folder.path("data")));
    for command in [&["backup", "copy.db"][..], &["fsck"], &["admin", "list"]] {
        for place in [&["--config", file.as_str()][..], &[]] {
            let variables: &[_] =
                if place.is_empty() { &[("BASTIDE_CONFIG", file.as_str())] } else { &[] };
            let run = bastide(&[command, place].concat(), variables);
            // There are none yet; the message names the directory of the file.
            assert_eq!(run.code, 2, "{command:?}: {}", run.out);
            assert!(run.err.contains(&folder.path("data").display().to_string()), "{}", run.err);
        }
    }
}

/// In a URL some characters of it would have to be escaped, which a compose file cannot do.
#[test]
fn the_password_of_a_database_can_be_a_variable() {
    let rules =
        "host postgres bastide 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n";
    let files = vec![("pg_hba.conf", rules.as_bytes().to_vec())];
    let cluster = match Cluster::start_with(&ClusterOptions { files, ..Default::default() }) {
        Err(error @ ClusterError::NotInstalled) => {
            return skip(
                &format!("a password of a database: {error}"),
                "apt-get install postgresql",
            );
        }
        started => started.expect("a database"),
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let url = runtime.expect("a runtime").block_on(async {
        let set = "alter user bastide password 'a@b/c#d?e%20'";
        cluster.execute("postgres", set).await.expect("set");
        cluster.database().await.expect("a database")
    });
    let other = url.replace("bastide@", "bastide:other@");
    for (url, password, is_right) in [
        (&url, "a@b/c#d?e%20", true),
        (&url, "a@b/c#d?e ", false),
        (&url, "", false),
        // A password in the URL precedes it.
        (&other, "a@b/c#d?e%20", false),
    ] {
        let args = ["doctor", "--json", "--config", "none", "--listen", "0", "--database", url];
        let run = bastide(&args, &[("PGPASSWORD", password)]);
        let printed: Value = serde_json::from_str(&run.out).expect("JSON");
        let findings = printed["findings"].as_array().expect("a list");
        let found =
            findings.iter().find(|one| one["subject"] == "database").expect("it is checked");
        assert_eq!(found["state"] != "wrong", is_right, "{password}: {found}");
        assert!(!run.out.contains("a@b/c"), "{}", run.out);
    }
}
