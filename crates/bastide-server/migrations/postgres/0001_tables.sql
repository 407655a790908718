-- Times are milliseconds since 1970, ids are text, JSON is kept as text.

-- One row for each table. It can be made again from the facts, and is only
-- there so that lists, clocks and bots need not read logs. Room is left in its
-- pages, for every append changes a row.
create table game_table (
    id text collate "C" not null primary key,
    -- Which share of the tables it belongs to; follows from the id.
    shard integer not null,
    -- The number of its last fact. Whoever appends moves it on from exactly
    -- the number they know, so the log can have no gap and no fork.
    last bigint not null check (last >= 1),
    created bigint not null,
    updated bigint not null,
    stage text collate "C" not null check (stage in ('open', 'playing', 'over')),
    is_listed boolean not null,
    -- When somebody has to look after it although nobody asks; null: never.
    due bigint,
    summary text not null
) with (fillfactor = 70);

-- The lobby: the last changed first.
create index game_table_by_change on game_table (stage, updated) where is_listed;

-- Bots and clocks: the longest due first.
create index game_table_by_due on game_table (due) where due is not null;

-- The log, which is the truth. Only ever added to. It does not refer to
-- game_table: the one statement that appends writes both, and checking it
-- again for every fact would cost as much as writing it.
create table fact (
    table_id text collate "C" not null,
    seq bigint not null check (seq >= 1),
    -- The version of the form of the body, and that of the rules.
    schema integer not null,
    rules integer not null,
    at bigint not null,
    body text not null,
    primary key (table_id, seq)
);

-- The processes that share the database, and when each was last heard of.
create table process (
    owner text collate "C" not null primary key,
    seen bigint not null
);

-- Who looks after the bots and clocks of a shard, and until when. The epoch
-- grows with every holder, so that what an earlier one writes late is refused.
create table lease (
    shard integer not null primary key,
    owner text collate "C",
    epoch bigint not null,
    expires bigint not null
) with (fillfactor = 50);

insert into lease (shard, owner, epoch, expires)
select shard, null, 0, 0 from generate_series(0, 63) as shard;

-- Written when somebody asks whether writing works.
create table probe (
    id integer not null primary key check (id = 1),
    at bigint not null
);
