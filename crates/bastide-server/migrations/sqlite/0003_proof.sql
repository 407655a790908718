-- The head of the hash chain over the facts of a table; null in rows last
-- written before this column existed.
alter table game_table add column head blob check (head is null or length(head) = 32);

-- True if the facts of the table are in one row of `folded`.
alter table game_table add column is_folded integer not null default 0
    check (is_folded in (0, 1));

-- Finished tables that can be folded: the longest unchanged first.
create index game_table_unfolded on game_table (updated) where stage = 'over' and is_folded = 0;

-- The facts of a finished table up to number `last`, in a compact form. They
-- are removed from `fact` by the transaction that writes this row; facts that
-- come later go to `fact` as usual.
create table folded (
    table_id text not null primary key references game_table (id),
    last integer not null check (last >= 1),
    body blob not null
) strict, without rowid;

-- Values that all processes share, such as the key for receipts.
create table setting (
    name text not null primary key,
    value blob not null
) strict, without rowid;
