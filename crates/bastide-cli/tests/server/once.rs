//! Exactly-once tests: messages may be lost, repeated or delayed, and other clients may be faster.

use std::net::SocketAddr;
use std::sync::Arc;

use bastide_protocol::{Command, Deed, Done, Problem, ProblemCode, SeatPlan, Seated};
use bastide_testing::http::Request;
use bastide_testing::{Random, Server, until};
use tokio::sync::watch;

use crate::client::TestClient;
use crate::player::{Player, Progress, Quality};
use crate::verify::verify;
use crate::{hot_seat, make, me, on_file, on_postgres, table};

/// Sends a command by an HTTP request.
async fn deed(
    server: SocketAddr,
    seated: &Seated,
    id: &str,
    command: &Command,
) -> Result<Done, Problem> {
    let deed = Deed { id: id.to_owned(), command: command.clone() };
    let body = serde_json::to_vec(&deed).expect("JSON");
    let path = format!("/api/tables/{}/do", seated.table);
    let request = Request::post(&path, &body).with_token(&seated.token);
    let reply = request.send(server).await.expect("an answer");
    match reply.status {
        200 => Ok(reply.json().expect("what was done")),
        _ => Err(reply.json().expect("a problem")),
    }
}

/// Plays for a while over connections that lose, repeat and delay messages.
async fn over_bad_lines(servers: &[Server]) {
    let addresses: Vec<SocketAddr> = servers.iter().map(Server::address).collect();
    let (stop, stopped) = watch::channel(false);
    let mut players = Vec::new();
    for number in 0..4 {
        let new = match number % 2 {
            0 => hot_seat(),
            _ => table(vec![me("Ann"), SeatPlan::Open]),
        };
        let made = Player::at_new_table(addresses[0], &new, Quality::Faulty, number).await;
        players.extend(made.expect("a table"));
    }
    let progress = Arc::new(Progress::default());
    players.iter_mut().for_each(|player| player.progress = Arc::clone(&progress));
    let tasks: Vec<_> = players
        .into_iter()
        .map(|player| {
            let (addresses, stopped) = (addresses.clone(), stopped.clone());
            tokio::spawn(async move { player.play(&addresses, &stopped).await })
        })
        .collect();
    let connections = tasks.len() as u32;
    until("much has happened", async || progress.is_beyond(60, 8, connections + 4)).await;
    stop.send_replace(true);
    let mut all = Vec::new();
    for task in tasks {
        all.push(task.await.expect("a player that did not give up"));
    }
    let found = verify(addresses[0], &all).await;
    println!("{found:?}");
    assert!(found.moves > 40, "hardly anything happened: {found:?}");
    assert!(found.repeats > 4, "hardly anything came twice: {found:?}");
    assert!(found.connections > all.len() as u32, "nothing was lost: {found:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commands_are_executed_once_over_bad_connections() {
    let (server, _data) = on_file().await;
    over_bad_lines(&[server]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_conflicting_moves_exactly_one_is_played() {
    let servers = on_postgres(2).await;
    over_bad_lines(&servers).await;
    let (a, b) = (servers[0].address(), servers[1].address());
    let seated = make(a, &hot_seat()).await.expect("a table");
    let mut client = TestClient::connect_seated(a, &seated).await;
    let mut random = Random::new(2);
    let mut won_by_b = 0;
    for round in 0..40 {
        let ours = client.nth_move(random.below(100)).expect("always our turn");
        let theirs = client.nth_move(random.below(100)).expect("always our turn");
        let (id_a, id_b) = (format!("a{round}"), format!("b{round}"));
        // Alternates the order of the requests.
        let (at_a, at_b) = if round % 2 == 0 {
            tokio::join!(deed(a, &seated, &id_a, &ours), deed(b, &seated, &id_b, &theirs))
        } else {
            let (b, a) =
                tokio::join!(deed(b, &seated, &id_b, &theirs), deed(a, &seated, &id_a, &ours));
            (a, b)
        };
        let done = match (at_a, at_b) {
            (Ok(done), Err(problem)) => {
                assert_eq!(problem.code, ProblemCode::StaleRevision, "{problem:?}");
                done
            }
            (Err(problem), Ok(done)) => {
                assert_eq!(problem.code, ProblemCode::StaleRevision, "{problem:?}");
                won_by_b += 1;
                done
            }
            both => panic!("exactly one wins, not {both:?}"),
        };
        client.wait(|client| client.seq >= done.seq).await;
        assert_eq!(client.revision, done.revision);
        // The same command sent to both servers is one command with one answer.
        let again = client.nth_move(random.below(100)).expect("always our turn");
        let id = format!("c{round}");
        let (at_a, at_b) =
            tokio::join!(deed(a, &seated, &id, &again), deed(b, &seated, &id, &again));
        assert_eq!(at_a.as_ref().expect("done"), at_b.as_ref().expect("done"));
        let seq = at_a.expect("done").seq;
        client.wait(|client| client.seq >= seq).await;
    }
    let numbers: Vec<u64> = client.events.iter().map(|event| event.seq).collect();
    assert_eq!(numbers, (1..=client.seq).collect::<Vec<_>>(), "no gaps, nothing twice");
    println!("b won {won_by_b} of 40");
}
