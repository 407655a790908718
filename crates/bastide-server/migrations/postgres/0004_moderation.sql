-- Addresses that the operator has banned, as networks: 192.0.2.7/32,
-- 2001:db8::/48.
create table address_ban (
    net text collate "C" not null primary key,
    reason text not null,
    created bigint not null,
    -- Time at which the ban ends; null: never.
    until bigint
);

-- Reports of players to the operator. Not in the log of the table, because only
-- the operator may read them.
create table player_report (
    id bigint generated always as identity primary key,
    table_id text collate "C" not null,
    at bigint not null,
    -- JSON: reporter, reported player, reason, and the surrounding chat.
    body text not null
);

create index player_report_by_table on player_report (table_id);
