-- The head of the hash chain over the facts of a table; null in rows last
-- written before this column existed.
alter table game_table add column head bytea check (head is null or length(head) = 32);

-- True if the facts of the table are in one row of `folded`.
alter table game_table add column is_folded boolean not null default false;

-- Finished tables that can be folded: the longest unchanged first.
create index game_table_unfolded on game_table (updated) where stage = 'over' and not is_folded;

-- The facts of a finished table up to number `last`, in a compact form. They
-- are removed from `fact` by the transaction that writes this row; facts that
-- come later go to `fact` as usual.
create table folded (
    table_id text collate "C" not null primary key,
    last bigint not null check (last >= 1),
    body bytea not null
);

-- Values that all processes share, such as the key for receipts.
create table setting (
    name text collate "C" not null primary key,
    value bytea not null
);
