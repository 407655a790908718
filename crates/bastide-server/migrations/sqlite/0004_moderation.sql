-- Addresses that the operator has banned, as networks: 192.0.2.7/32,
-- 2001:db8::/48.
create table address_ban (
    net text not null primary key,
    reason text not null,
    created integer not null,
    -- Time at which the ban ends; null: never.
    until integer
) strict, without rowid;

-- Reports of players to the operator. Not in the log of the table, because only
-- the operator may read them.
create table player_report (
    id integer not null primary key,
    table_id text not null,
    at integer not null,
    -- JSON: reporter, reported player, reason, and the surrounding chat.
    body text not null
) strict;

create index player_report_by_table on player_report (table_id);
