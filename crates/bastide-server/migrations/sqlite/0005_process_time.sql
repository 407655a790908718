-- Only processes that share a PostgreSQL database keep their time there.
select 1;
