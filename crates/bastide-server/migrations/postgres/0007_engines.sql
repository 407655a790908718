-- Engines: outside programs that play over a WebSocket.
create table engine_account (
    name text collate "C" not null primary key,
    -- A hash of the token.
    token text collate "C" not null unique,
    note text not null,
    created bigint not null,
    -- When the token expires, and when it was revoked.
    expires bigint,
    revoked bigint
);

-- The ladder: ratings of engines ("engine:NAME") and of bots (their levels).
create table engine_standing (
    player text collate "C" not null primary key,
    rating double precision not null,
    deviation double precision not null,
    volatility double precision not null,
    games bigint not null,
    wins bigint not null,
    draws bigint not null,
    losses bigint not null
);

-- The last games of the ladder.
create table engine_game (
    id bigint generated always as identity primary key,
    at bigint not null,
    first text collate "C" not null,
    second text collate "C" not null,
    first_points bigint not null,
    second_points bigint not null,
    -- 'played', or why the loser forfeited the game.
    ending text not null,
    -- The seat that forfeited.
    forfeited bigint,
    record text not null
);
