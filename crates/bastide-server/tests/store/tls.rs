//! Encrypted connections to PostgreSQL, with certificates created by openssl.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use bastide_server::config::ServeArgs;
use bastide_server::doctor::{self, State};
use bastide_server::store::Store;
use bastide_server::store::postgres::{PostgresOptions, PostgresStore};
use bastide_testing::{Cluster, ClusterOptions, Scratch};
use clap::{Args as _, FromArgMatches as _};

use crate::backends::{append, bodies, table};

/// Allows unencrypted connections only to the database `postgres`.
const HBA: &str = "hostnossl postgres all 127.0.0.1/32 trust
hostssl all all 127.0.0.1/32 trust
hostnossl all all 127.0.0.1/32 reject
";

/// A PostgreSQL server with a certificate for `localhost`.
struct Guarded {
    cluster: Cluster,
    scratch: Scratch,
}

impl Guarded {
    /// Returns the instance shared by all tests of this process.
    fn shared() -> &'static Guarded {
        static SHARED: OnceLock<Guarded> = OnceLock::new();
        SHARED.get_or_init(|| {
            let scratch = Scratch::new("tls").unwrap();
            make_authority(scratch.path(), "ca");
            make_authority(scratch.path(), "other");
            make_certificate(scratch.path());
            Guarded { cluster: start(&scratch, "server"), scratch }
        })
    }

    /// Returns the URL of a new database, with the given host and parameters.
    async fn url(&self, host: &str, parameters: &str) -> String {
        let url = self.cluster.database().await.unwrap().replace("127.0.0.1", host);
        format!("{url}?{parameters}")
    }

    fn file(&self, name: &str) -> PathBuf {
        self.scratch.join(name)
    }
}

fn start(scratch: &Scratch, name: &str) -> Cluster {
    let read = |suffix| std::fs::read(scratch.join(&format!("{name}.{suffix}"))).unwrap();
    let settings = ["ssl=on", "ssl_cert_file=tls.crt", "ssl_key_file=tls.key"];
    let options = ClusterOptions {
        settings: settings.map(str::to_owned).to_vec(),
        files: vec![
            ("tls.crt", read("crt")),
            ("tls.key", read("key")),
            ("pg_hba.conf", HBA.into()),
        ],
    };
    Cluster::start_with(&options).unwrap()
}

fn openssl(directory: &Path, arguments: &str) {
    let output = Command::new("openssl")
        .args(arguments.split_whitespace())
        .current_dir(directory)
        .output()
        .expect("openssl is installed");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

const KEY: &str = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes";

/// Creates a self-signed certificate that can sign others.
fn make_authority(directory: &Path, name: &str) {
    let files = format!("-keyout {name}.key -out {name}.crt");
    let names = format!("-subj /CN={name} -addext subjectAltName=DNS:localhost");
    openssl(directory, &format!("req -x509 {KEY} {files} -days 2 {names}"));
}

/// Creates a certificate for `localhost`, signed by `ca`.
fn make_certificate(directory: &Path) {
    let request = "-keyout server.key -out server.csr -subj /CN=server";
    openssl(directory, &format!("req {KEY} {request}"));
    std::fs::write(directory.join("names"), "subjectAltName=DNS:localhost\n").unwrap();
    let sign = "-CA ca.crt -CAkey ca.key -CAcreateserial -extfile names -days 2";
    openssl(directory, &format!("x509 -req -in server.csr -out server.crt {sign}"));
}

async fn connect(url: &str) -> PostgresStore {
    match PostgresStore::connect(url, PostgresOptions::default()).await {
        Ok(store) => store,
        Err(error) => panic!("{url}: {error}"),
    }
}

async fn refusal(url: &str) -> String {
    match PostgresStore::connect(url, PostgresOptions::default()).await {
        Ok(_) => panic!("{url} should not open"),
        Err(error) => error.to_string(),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_connection_of_a_store_is_encrypted() {
    let guarded = Guarded::shared();
    let ca = guarded.file("ca.crt");
    let parameters = format!("sslmode=verify-full&sslrootcert={}", ca.display());
    let url = guarded.url("localhost", &parameters).await;
    let (one, other) = (connect(&url).await, connect(&url).await);
    let version = one.server().tls.clone().unwrap_or_default();
    assert!(version.starts_with("TLSv1"), "{version}");
    assert!(one.describe().contains("sslmode=verify-full"), "{}", one.describe());
    // Covers writers, readers, and the notification channel.
    let id = table("safe");
    let mut hints = other.hints();
    let mut after = 0;
    loop {
        one.append(append(&id, after, &["a"])).await.unwrap();
        after += 1;
        let heard = tokio::time::timeout(std::time::Duration::from_millis(200), hints.recv());
        if heard.await.is_ok() {
            break;
        }
        assert!(after < 100, "nothing is heard");
    }
    assert_eq!(bodies(&other, &id).await.len() as u64, after);
    let name = url.split('?').next().and_then(|url| url.rsplit('/').next()).unwrap();
    let ask = format!(
        "do $$ declare plain integer; safe integer; begin
            select count(*) filter (where not ssl), count(*) filter (where ssl)
            into plain, safe from pg_stat_ssl join pg_stat_activity using (pid)
            where datname = '{name}';
            if plain > 0 or safe < 4 then raise exception '% plain, % encrypted', plain, safe;
            end if;
        end $$"
    );
    guarded.cluster.execute("postgres", &ask).await.unwrap();
    one.close().await;
    other.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_with_an_untrusted_certificate_is_refused() {
    let guarded = Guarded::shared();
    let (ca, other) = (guarded.file("ca.crt"), guarded.file("other.crt"));
    for mode in ["verify-ca", "verify-full", "require"] {
        // With `sslrootcert`, `require` verifies the certificate too, as in libpq.
        let parameters = format!("sslmode={mode}&sslrootcert={}", other.display());
        let error = refusal(&guarded.url("localhost", &parameters).await).await;
        assert!(error.contains("certificate"), "{mode}: {error}");
    }
    // The certificate is valid for localhost, not for the address.
    let parameters = format!("sslmode=verify-full&sslrootcert={}", ca.display());
    let error = refusal(&guarded.url("127.0.0.1", &parameters).await).await;
    assert!(error.contains("certificate"), "{error}");
    let parameters = format!("sslmode=verify-ca&sslrootcert={}", ca.display());
    connect(&guarded.url("127.0.0.1", &parameters).await).await.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sslmode_decides_about_encryption() {
    let guarded = Guarded::shared();
    for mode in ["prefer", "require"] {
        let store = connect(&guarded.url("127.0.0.1", &format!("sslmode={mode}")).await).await;
        assert!(store.server().tls.is_some(), "{mode}");
        store.close().await;
    }
    let error = refusal(&guarded.url("127.0.0.1", "sslmode=disable").await).await;
    assert!(error.contains("pg_hba.conf"), "{error}");
    // A server without TLS.
    let plain = Cluster::shared().database().await.unwrap();
    let error = refusal(&format!("{plain}?sslmode=require")).await;
    assert!(error.contains("does not support TLS"), "{error}");
    let store = connect(&format!("{plain}?sslmode=prefer")).await;
    assert_eq!(store.server().tls, None);
    assert!(store.describe().contains("not encrypted"), "{}", store.describe());
    store.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_self_signed_certificate_can_be_trusted_by_file() {
    let scratch = Scratch::new("pinned").unwrap();
    make_authority(scratch.path(), "own");
    make_authority(scratch.path(), "other");
    let cluster = start(&scratch, "own");
    let url = cluster.database().await.unwrap().replace("127.0.0.1", "localhost");
    let with = |name: &str| {
        format!("{url}?sslmode=verify-full&sslrootcert={}", scratch.join(name).display())
    };
    connect(&with("own.crt")).await.close().await;
    let error = refusal(&with("other.crt")).await;
    assert!(error.contains("certificate"), "{error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_doctor_reports_whether_a_connection_is_encrypted() {
    let guarded = Guarded::shared();
    let ca = guarded.file("ca.crt");
    let parameters = format!("sslmode=verify-full&sslrootcert={}", ca.display());
    let url = guarded.url("localhost", &parameters).await;
    let command = ServeArgs::augment_args(clap::Command::new("serve"));
    let matches =
        command.get_matches_from(["serve", "--listen", "127.0.0.1:0", "--database", &url]);
    let args = ServeArgs::from_arg_matches(&matches).unwrap();
    let findings = doctor::examine(&args).await;
    let of = |subject| findings.iter().find(|found| found.subject == subject).expect("found");
    assert_eq!(of("encryption").state, State::Fine, "{findings:?}");
    assert!(of("encryption").found.contains("verify-full"), "{findings:?}");
    assert!(of("connections").found.contains("up to 11 of 300"), "{findings:?}");
}
