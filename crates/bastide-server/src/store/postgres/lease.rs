//! Distribution of shards among processes, based on the clock of the database.

use deadpool_postgres::Object;
use tokio_postgres::Error;

use crate::store::{LEASE, Lease, Millis, Peers, ProcessTime, SHARDS};

/// SQL expression for the current time of the database.
pub(super) const NOW: &str = "floor(extract(epoch from clock_timestamp()) * 1000)::bigint";

/// Advisory lock held while leases change: "Lease" in ASCII.
const LOCK: i64 = 0x4c_6561_7365;

/// Time without renewal after which a process is removed.
const FORGOTTEN: Millis = 60_000;

/// Acquires or renews a fair share of the shards for `owner`. A surplus is released, to be acquired
/// by other processes when they renew; leases of a live owner are never taken away. `time` is the
/// time of the owner.
///
/// If the clock of the database is set back, entries written before lie in the future. Such leases
/// count as expired and such processes as ended; otherwise the shards of an ended process would
/// remain assigned until the clock has caught up.
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

/// Returns the state of the other processes, with the time of the one with the longest uptime if
/// any is alive.
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

/// Releases all leases of `owner`.
pub(super) async fn release(client: &mut Object, owner: &str) -> Result<(), Error> {
    let transaction = client.transaction().await?;
    transaction.execute("select pg_advisory_xact_lock($1)", &[&LOCK]).await?;
    let free = "update lease set owner = null, expires = 0 where owner = $1";
    transaction.execute(free, &[&owner]).await?;
    transaction.execute("delete from process where owner = $1", &[&owner]).await?;
    transaction.commit().await
}
