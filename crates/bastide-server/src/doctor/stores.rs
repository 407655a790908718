//! Checks of the schema of a database, of its partitions, and of the collector of traces.

use tokio::net::TcpStream;
use tokio::time::timeout;

use super::{Finding, PATIENCE};
use crate::store::postgres::Examination;
use crate::store::{Location, Schema};

/// Describes the schema of a database at `place`.
pub(super) fn schema(subject: &'static str, place: &str, schema: Schema) -> Finding {
    let Schema { found, known } = schema;
    match found {
        0 => Finding::fine(subject, format!("{place} is empty; the server creates its tables")),
        found if found < known => Finding::doubtful(
            subject,
            format!("{place} has schema {found}; the server upgrades it to {known} when it starts"),
            "make a backup before: an earlier version cannot open it afterwards",
        ),
        found => Finding::fine(subject, format!("{place} has the current schema, {found}")),
    }
}

/// Describes a database that was examined.
pub(super) fn database(location: &Location, found: &Examination) -> Finding {
    let subject = "database";
    let version = &found.server().version;
    if !found.is_writable {
        return Finding::wrong(
            subject,
            format!("PostgreSQL {version} at {location} is read-only for this user"),
            "use the host of the primary (target_session_attrs=read-write), and a user who owns the \
             tables or may create them",
        );
    }
    schema(subject, &format!("PostgreSQL {version} at {location}"), found.schema)
}

/// Compares the partitions of a database with `--partitions`; no finding without that flag.
pub(super) fn partitions(found: u64, wanted: Option<u16>) -> Option<Finding> {
    let subject = "partitions";
    let wanted = u64::from(wanted?);
    Some(match found {
        0 => Finding::doubtful(
            subject,
            format!("none; the server divides the database into {wanted} when it starts"),
            "make a backup before: this cannot be undone, and takes long for a large database",
        ),
        found if found == wanted => Finding::fine(subject, found.to_string()),
        found => Finding::doubtful(
            subject,
            format!("the database has {found}, and keeps them; --partitions is {wanted}"),
            format!("write --partitions {found}, or omit it"),
        ),
    })
}

/// Checks that a collector of traces accepts connections.
pub(super) async fn traces(authority: &str) -> Finding {
    let subject = "traces";
    let problem = match timeout(PATIENCE, TcpStream::connect(authority)).await {
        Ok(Ok(_)) => return Finding::fine(subject, format!("{authority} accepts connections")),
        Ok(Err(error)) => error.to_string(),
        Err(_) => "it does not answer".to_owned(),
    };
    Finding::doubtful(
        subject,
        format!("{authority}: {problem}; the server runs without sending traces"),
        "start the collector, or check the address of --otlp",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::State;

    #[test]
    fn another_number_of_partitions_is_reported() {
        let state = |found, wanted| partitions(found, wanted).map(|finding| finding.state);
        assert_eq!(state(8, None), None);
        assert_eq!(state(8, Some(8)), Some(State::Fine));
        assert_eq!(state(8, Some(16)), Some(State::Doubtful));
        assert_eq!(state(0, Some(8)), Some(State::Doubtful));
    }

    #[tokio::test]
    async fn a_collector_that_does_not_listen_is_reported() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let authority = listener.local_addr().expect("an address").to_string();
        assert_eq!(traces(&authority).await.state, State::Fine);
        drop(listener);
        let found = traces(&authority).await;
        assert_eq!(found.state, State::Doubtful, "{found:?}");
    }
}
