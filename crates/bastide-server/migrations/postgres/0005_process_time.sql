-- The time of a process less the clock of the database as of its last renewal,
-- and how long it had run: the process that has run longest sets the time.
alter table process add column ahead bigint not null default 0;
alter table process add column uptime bigint not null default 0;
