-- Times are milliseconds since 1970, ids are text, JSON is kept as text.

-- One row for each table, derived from its facts, so that lists, clocks and
-- bots need not read logs.
create table game_table (
    id text not null primary key,
    -- The shard of the table, computed from its id.
    shard integer not null,
    -- The number of its last fact. An append succeeds only if this is the
    -- number its writer has read, so the log has neither gaps nor forks.
    last integer not null check (last >= 1),
    created integer not null,
    updated integer not null,
    stage text not null check (stage in ('open', 'playing', 'over')),
    is_listed integer not null check (is_listed in (0, 1)),
    -- Next wake-up time: now for a bot, the flag time for a clock; null: none.
    due integer,
    summary text not null
) strict, without rowid;

-- For the lobby: the most recently changed first.
create index game_table_by_change on game_table (stage, updated) where is_listed = 1;

-- For bots and clocks: the longest overdue first.
create index game_table_by_due on game_table (due) where due is not null;

-- The append-only log, which is the source of truth. Without a rowid, the facts
-- of a table are stored side by side.
create table fact (
    table_id text not null references game_table (id),
    seq integer not null check (seq >= 1),
    -- The versions of the format of the body and of the rules.
    schema integer not null,
    rules integer not null,
    at integer not null,
    body text not null,
    primary key (table_id, seq)
) strict, without rowid;

-- One process at a time opens the file, and it holds every shard. The epoch
-- increases with every holder, so that late writes of earlier ones are refused.
create table lease (
    id integer not null primary key check (id = 1),
    epoch integer not null
) strict;

insert into lease (id, epoch) values (1, 0);

-- Written by the readiness check, to test that the database is writable.
create table probe (
    id integer not null primary key check (id = 1),
    at integer not null
) strict;
