//! Tests that another process takes over the bots and clocks of a killed process. `cargo xtask
//! timing` checks that this takes ten seconds.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use bastide_protocol::{ClockPlan, NewTable, SeatPlan, TableEventKind};
use bastide_testing::http::Request;
use bastide_testing::{Server, check_time, until};

use crate::client::TestClient;
use crate::{hot_seat, make, me, on_postgres, table};

/// The required time, plus one second of tolerance.
const WITHIN: Duration = Duration::from_secs(11);

/// Reads a metric of a server.
async fn metric(server: SocketAddr, name: &str) -> u64 {
    let text = Request::get("/metrics").send(server).await.expect("metrics").text();
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.and_then(|number| number.parse().ok()).expect("the metric exists")
}

/// Waits until both servers hold some shards and all shards are held.
async fn share(servers: &[Server]) {
    until("the shards are shared", async || {
        let one = metric(servers[0].address(), "bastide_shards").await;
        let other = metric(servers[1].address(), "bastide_shards").await;
        one >= 16 && other >= 16 && one + other == 64
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_and_clocks_are_taken_over_from_a_killed_server() {
    let mut servers = on_postgres(2).await;
    share(&servers).await;
    let (dying, living) = (servers[0].address(), servers[1].address());
    let bot = || SeatPlan::Bot { level: "easy".to_owned() };
    let mut with_bots = Vec::new();
    // With 16 tables, the probability that one server holds all of them is 1 in 65,536.
    for _ in 0..16 {
        let seated = make(dying, &table(vec![me("Ann"), bot()])).await.expect("a table");
        with_bots.push(TestClient::connect_seated(living, &seated).await);
    }
    let clock = Some(ClockPlan::Live { seconds: 10, increment: 0 });
    let (mut with_clocks, begun) = (Vec::new(), Instant::now());
    for _ in 0..8 {
        let seated = make(dying, &NewTable { clock, ..hot_seat() }).await.expect("a table");
        with_clocks.push(TestClient::connect_seated(living, &seated).await);
    }
    servers[0].kill();
    let killed = Instant::now();
    let turns: Vec<_> = with_bots
        .into_iter()
        .map(|mut client| {
            tokio::spawn(async move {
                // Completes the turn, so that the bot is next.
                while !has_bot_moved(&client)
                    && let Some(command) = client.nth_move(0)
                {
                    client.act(command).await.expect("done");
                }
                client.wait(has_bot_moved).await;
                killed.elapsed()
            })
        })
        .collect();
    let mut slowest = Duration::ZERO;
    for turn in turns {
        slowest = slowest.max(turn.await.expect("the bot acts"));
    }
    check_time("taking over bots", slowest, WITHIN);
    for mut client in with_clocks {
        client.wait(|client| client.events.iter().any(|event| is_out(&event.what))).await;
    }
    let late = begun.elapsed().saturating_sub(Duration::from_secs(10));
    check_time("taking over clocks", late, WITHIN);
    assert_eq!(metric(living, "bastide_shards").await, 64, "all shards were taken over");
}

fn has_bot_moved(client: &TestClient) -> bool {
    let by_bot = |what: &TableEventKind| matches!(what, TableEventKind::Moved { seat: 1, .. });
    client.events.iter().any(|event| by_bot(&event.what))
}

fn is_out(what: &TableEventKind) -> bool {
    matches!(what, TableEventKind::TimedOut { seat: 0 })
}
