//! Durability tests: everything sent to a client exists after the server was killed at any time.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bastide_protocol::{Family, NewTable, SeatPlan};
use bastide_testing::{Random, Server, until};
use tokio::sync::watch;

use crate::player::{Player, Progress, Quality};
use crate::verify::{Found, verify};
use crate::{hot_seat, me, on_file, on_postgres, table};

/// Number of concurrent tables.
const TABLES: u64 = 6;

/// Returns the number of times servers are killed: `BASTIDE_KILLS`, or 50.
fn kills() -> usize {
    std::env::var("BASTIDE_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(50)
}

/// Returns tables of different games with different seats.
fn some_table(number: u64) -> NewTable {
    let two = || vec![me("Ann"), SeatPlan::Open];
    match number % 3 {
        0 => hot_seat(),
        1 => table(two()),
        _ => NewTable { game: Family::Stronghold, rules: String::new(), ..table(two()) },
    }
}

/// Plays at one table after another until stopped. Returns all players.
async fn keep_playing(
    number: u64,
    servers: Vec<SocketAddr>,
    stop: watch::Receiver<bool>,
    progress: Arc<Progress>,
) -> Vec<Player> {
    let mut random = Random::new(number);
    let mut all = Vec::new();
    while !*stop.borrow() {
        let (server, seed) = (*random.one_of(&servers), random.number());
        let new = some_table(number);
        let Ok(mut players) = Player::at_new_table(server, &new, Quality::Sound, seed).await else {
            tokio::time::sleep(Duration::from_millis(10)).await;
            continue;
        };
        players.iter_mut().for_each(|player| player.progress = Arc::clone(&progress));
        let tasks: Vec<_> = players
            .into_iter()
            .map(|player| {
                let (servers, stop) = (servers.clone(), stop.clone());
                tokio::spawn(async move { player.play(&servers, &stop).await })
            })
            .collect();
        for task in tasks {
            all.push(task.await.expect("nothing was lost on the way"));
        }
    }
    all
}

/// Kills servers repeatedly while clients play, and then verifies the data. Every fifth time it
/// kills all of them at once.
async fn trial(mut servers: Vec<Server>) -> Found {
    let begun = Instant::now();
    let addresses: Vec<SocketAddr> = servers.iter().map(Server::address).collect();
    let (stop, stopped) = watch::channel(false);
    let progress = Arc::new(Progress::default());
    let players: Vec<_> = (0..TABLES)
        .map(|number| {
            let (addresses, stopped) = (addresses.clone(), stopped.clone());
            tokio::spawn(keep_playing(number, addresses, stopped, Arc::clone(&progress)))
        })
        .collect();
    let mut random = Random::new(6);
    let mut down = Duration::ZERO;
    for kill in 0..kills() {
        // At some moment during the moves that follow.
        let moves = progress.moves() + 3;
        until("the games go on", async || progress.moves() >= moves).await;
        tokio::time::sleep(Duration::from_millis(random.below(180) as u64)).await;
        let victims = match random.below(servers.len()) {
            _ if kill % 5 == 4 => 0..servers.len(),
            one => one..one + 1,
        };
        for server in &mut servers[victims.clone()] {
            server.kill();
        }
        let killed = Instant::now();
        for server in &mut servers[victims.clone()] {
            server.launch().expect("it starts again");
        }
        for server in &mut servers[victims] {
            server.ready().await.expect("it works again");
        }
        down += killed.elapsed();
    }
    stop.send_replace(true);
    let mut all = Vec::new();
    for players in players {
        all.extend(players.await.expect("nothing was lost on the way"));
    }
    let found = verify(servers[0].address(), &all).await;
    for server in &servers {
        assert!(!server.log().contains("panicked"), "{}", server.log());
    }
    let each = down / kills() as u32;
    println!("{found:?}, back after {each:?}, {:?} in all", begun.elapsed());
    found
}

/// Checks that the test was meaningful: moves were in progress when the servers were killed.
fn check(found: Found) {
    let kills = kills() as u32;
    assert!(found.moves as u32 > 2 * kills, "hardly anything happened: {found:?}");
    assert!(found.connections > kills, "too few clients reconnected: {found:?}");
    assert!(found.rescued > 0, "nothing was saved at the last moment: {found:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_with_a_file() {
    let (server, _data) = on_file().await;
    check(trial(vec![server]).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_with_postgresql_and_three_processes() {
    check(trial(on_postgres(3).await).await);
}
