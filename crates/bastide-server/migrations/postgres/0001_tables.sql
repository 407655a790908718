-- Times are milliseconds since 1970, ids are text, JSON is kept as text.

-- One row for each table, derived from its facts, so that lists, clocks and
-- bots need not read logs. The fill factor leaves free space in its pages,
-- because every append updates a row.
create table game_table (
    id text collate "C" not null primary key,
    -- The shard of the table, computed from its id.
    shard integer not null,
    -- The number of its last fact. An append succeeds only if this is the
    -- number its writer has read, so the log has neither gaps nor forks.
    last bigint not null check (last >= 1),
    created bigint not null,
    updated bigint not null,
    stage text collate "C" not null check (stage in ('open', 'playing', 'over')),
    is_listed boolean not null,
    -- Next wake-up time: now for a bot, the flag time for a clock; null: none.
    due bigint,
    summary text not null
) with (fillfactor = 70);

-- For the lobby: the most recently changed first.
create index game_table_by_change on game_table (stage, updated) where is_listed;

-- For bots and clocks: the longest overdue first.
create index game_table_by_due on game_table (due) where due is not null;

-- The append-only log, which is the source of truth. It has no foreign key to
-- game_table: one statement writes both, and checking the key for every fact
-- would cost as much as writing it.
create table fact (
    table_id text collate "C" not null,
    seq bigint not null check (seq >= 1),
    -- The versions of the format of the body and of the rules.
    schema integer not null,
    rules integer not null,
    at bigint not null,
    body text not null,
    primary key (table_id, seq)
);

-- The processes that share the database, and the last heartbeat of each.
create table process (
    owner text collate "C" not null primary key,
    seen bigint not null
);

-- The process that runs the bots and clocks of a shard, and until when. The
-- epoch increases with every holder, so that late writes of earlier ones are
-- refused.
create table lease (
    shard integer not null primary key,
    owner text collate "C",
    epoch bigint not null,
    expires bigint not null
) with (fillfactor = 50);

insert into lease (shard, owner, epoch, expires)
select shard, null, 0, 0 from generate_series(0, 63) as shard;

-- Written by the readiness check, to test that the database is writable.
create table probe (
    id integer not null primary key check (id = 1),
    at bigint not null
);
