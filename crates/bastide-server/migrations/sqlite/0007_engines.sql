-- Engines: outside programs that play over a WebSocket.
create table engine_account (
    name text not null primary key,
    -- A hash of the token.
    token text not null unique,
    note text not null,
    created integer not null,
    -- When the token expires, and when it was revoked.
    expires integer,
    revoked integer
) strict, without rowid;

-- The ladder: ratings of engines ("engine:NAME") and of bots (their levels).
create table engine_standing (
    player text not null primary key,
    rating real not null,
    deviation real not null,
    volatility real not null,
    games integer not null,
    wins integer not null,
    draws integer not null,
    losses integer not null
) strict, without rowid;

-- The last games of the ladder.
create table engine_game (
    id integer primary key autoincrement,
    at integer not null,
    first text not null,
    second text not null,
    first_points integer not null,
    second_points integer not null,
    -- 'played', or why the loser forfeited the game.
    ending text not null,
    -- The seat that forfeited.
    forfeited integer,
    record text not null
) strict;
