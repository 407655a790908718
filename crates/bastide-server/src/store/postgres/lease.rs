//! Sharing the shards out among the processes, by the clock of the database.

use deadpool_postgres::Object;
use tokio_postgres::Error;

use crate::store::{LEASE, Lease, Millis, Peers, ProcessTime, SHARDS};

/// The time of the database, as SQL.
pub(super) const NOW: &str = "floor(extract(epoch from clock_timestamp()) * 1000)::bigint";

/// Held while shards change hands: "Lease" in ASCII.
const LOCK: i64 = 0x4c_6561_7365;

/// Processes not heard of for so long are forgotten.
const FORGOTTEN: Millis = 60_000;

/// Takes or renews a fair share. What is too much is given back, for others to
/// take when they renew; nothing is taken from an owner who is alive. `time` is
/// the owner's own.
///
/// Should the clock of the database be set back, what was written before lies
/// in the future: such a lease counts as expired and such a process as gone, or
/// the shards of a process that has ended would wait until the clock is there
/// again.
pub(super) async fn renew(
    client: &mut Object,
    owner: &str,
    time: ProcessTime,
) -> Result<Vec<Lease>, Error> {
    let term = Millis::try_from(LEASE.as_millis()).unwrap_or(Millis::MAX / 2);
    let transaction = client.transaction().await?;
    transaction.execute("select pg_advisory_xact_lock($1)", &[&LOCK]).await?;
    let now: Millis = transaction.query_one(&format!("select {NOW}"), &[]).await?.get(0);
    let seen = "insert into process (owner, seen, ahead, uptime) values ($1, $2, $3, $4)
         on conflict (owner) do update
         set seen = excluded.seen, ahead = excluded.ahead, uptime = excluded.uptime";
    transaction.execute(seen, &[&owner, &now, &(time.now - now), &time.uptime]).await?;
    let forget = "delete from process where seen not between $1 and $2";
    transaction.execute(forget, &[&(now - FORGOTTEN), &(now + FORGOTTEN)]).await?;
    let alive = "select count(*) from process where seen > $1 and seen <= $2";
    let alive: i64 = transaction.query_one(alive, &[&(now - term), &(now + term)]).await?.get(0);
    let share = u64::from(SHARDS).div_ceil(alive.max(1) as u64) as i64;
    let give_back = "update lease set owner = null, expires = 0 where shard in (
            select shard from lease where owner = $1 order by shard offset $2
        )";
    transaction.execute(give_back, &[&owner, &share]).await?;
    let renew = "update lease set expires = $2 where owner = $1";
    let kept = transaction.execute(renew, &[&owner, &(now + term)]).await?;
    let take = "update lease set owner = $1, epoch = epoch + 1, expires = $2 where shard in (
            select shard from lease
            where owner is null or expires <= $3 or expires > $2::bigint + $5::bigint
            order by shard limit $4
        )";
    let missing = share - kept as i64;
    transaction.execute(take, &[&owner, &(now + term), &now, &missing, &term]).await?;
    let held = "select shard, epoch from lease where owner = $1 order by shard";
    let rows = transaction.query(held, &[&owner]).await?;
    transaction.commit().await?;
    let lease = |row: &tokio_postgres::Row| Lease {
        shard: u16::try_from(row.get::<_, i32>(0)).unwrap_or(u16::MAX),
        epoch: row.get(1),
    };
    Ok(rows.iter().map(lease).collect())
}

/// Returns what is known of other processes, the time of the one that has run
/// longest if one is alive.
pub(super) async fn peers(client: &mut Object, owner: &str) -> Result<Peers, Error> {
    let term = Millis::try_from(LEASE.as_millis()).unwrap_or(Millis::MAX / 2);
    let sql = format!(
        "with clock as materialized (select {NOW} as now)
         select now + ahead, uptime + now - seen, seen > now - $1 and seen <= now + $1 as is_alive
         from process, clock where owner <> $2
         order by is_alive desc, uptime + now - seen desc, owner limit 1"
    );
    let row = client.query_opt(&sql, &[&term, &owner]).await?;
    Ok(match row {
        None => Peers::None,
        Some(row) if row.get(2) => {
            Peers::Alive(ProcessTime { now: row.get(0), uptime: row.get(1) })
        }
        Some(_) => Peers::Silent,
    })
}

/// Gives everything back at once.
pub(super) async fn release(client: &mut Object, owner: &str) -> Result<(), Error> {
    let transaction = client.transaction().await?;
    transaction.execute("select pg_advisory_xact_lock($1)", &[&LOCK]).await?;
    let free = "update lease set owner = null, expires = 0 where owner = $1";
    transaction.execute(free, &[&owner]).await?;
    transaction.execute("delete from process where owner = $1", &[&owner]).await?;
    transaction.commit().await
}
