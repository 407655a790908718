-- At the last renewal: the time of the process minus the clock of the database,
-- and its uptime. The process with the longest uptime sets the time.
alter table process add column ahead bigint not null default 0;
alter table process add column uptime bigint not null default 0;
