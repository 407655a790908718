-- Times are milliseconds since 1970, ids are text, JSON is kept as text.

-- One row for each table. It can be made again from the facts, and is only
-- there so that lists, clocks and bots need not read logs.
create table game_table (
    id text not null primary key,
    -- Which share of the tables it belongs to; follows from the id.
    shard integer not null,
    -- The number of its last fact. Whoever appends moves it on from exactly
    -- the number they know, so the log can have no gap and no fork.
    last integer not null check (last >= 1),
    created integer not null,
    updated integer not null,
    stage text not null check (stage in ('open', 'playing', 'over')),
    is_listed integer not null check (is_listed in (0, 1)),
    -- When somebody has to look after it although nobody asks; null: never.
    due integer,
    summary text not null
) strict, without rowid;

-- The lobby: the last changed first.
create index game_table_by_change on game_table (stage, updated) where is_listed = 1;

-- Bots and clocks: the longest due first.
create index game_table_by_due on game_table (due) where due is not null;

-- The log, which is the truth. Only ever added to. Without a rowid, the facts
-- of a table lie side by side.
create table fact (
    table_id text not null references game_table (id),
    seq integer not null check (seq >= 1),
    -- The version of the form of the body, and that of the rules.
    schema integer not null,
    rules integer not null,
    at integer not null,
    body text not null,
    primary key (table_id, seq)
) strict, without rowid;

-- One process at a time has the file, and it holds every shard. The epoch
-- grows with every holder, so that what an earlier one left behind is refused.
create table lease (
    id integer not null primary key check (id = 1),
    epoch integer not null
) strict;

insert into lease (id, epoch) values (1, 0);

-- Written when somebody asks whether writing works.
create table probe (
    id integer not null primary key check (id = 1),
    at integer not null
) strict;
