-- Addresses that the operator has banned, as networks: 192.0.2.7/32,
-- 2001:db8::/48.
create table address_ban (
    net text not null primary key,
    reason text not null,
    created integer not null,
    -- When it ends; null: never.
    until integer
) strict, without rowid;

-- What people have reported to the operator. Kept apart from the log of the
-- table, since only the operator may read it.
create table player_report (
    id integer not null primary key,
    table_id text not null,
    at integer not null,
    -- JSON: who reported, about whom, why, and the chat around it.
    body text not null
) strict;

create index player_report_by_table on player_report (table_id);
