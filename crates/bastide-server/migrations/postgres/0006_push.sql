-- Push subscriptions of browsers at correspondence tables. Not in the log of
-- the table, which is published after the game.
create table push_subscription (
    table_id text collate "C" not null,
    -- The number of the person at the table.
    holder integer not null,
    -- A hash of the endpoint.
    id text collate "C" not null,
    created bigint not null,
    -- JSON: the endpoint, the keys of the browser, the language.
    body text not null,
    -- The number of the game at the turn of the last message.
    told bigint not null,
    -- The same at the last turn that began while the person was connected.
    seen bigint not null,
    -- When the last message was sent.
    sent bigint not null,
    primary key (table_id, holder, id)
);
