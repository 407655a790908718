-- Divides the tables that grow with the number of games into hash partitions by
-- table id. Not a numbered migration: it keeps columns, keys, indexes and rows,
-- so a database with partitions has the same schema version.
--
-- `bastide serve --partitions 16` runs this file. To run it by hand, stop all
-- servers first:
--   psql --single-transaction -c "set bastide.partitions = 16" -f partition.sql
do $$
declare
    pieces integer := current_setting('bastide.partitions')::integer;
    home text := current_schema();
    name text;
    key text;
    own text[];
    primary_key text;
    definition text;
begin
    foreach name in array array['game_table', 'fact', 'folded', 'push_subscription'] loop
        key := case name when 'game_table' then 'id' else 'table_id' end;
        if (select relkind from pg_class where oid = to_regclass(format('%I.%I', home, name))) = 'p' then
            continue;
        end if;
        select array_agg(pg_get_indexdef(indexrelid) order by indexrelid) into own
        from pg_index
        where indrelid = to_regclass(format('%I.%I', home, name)) and not indisprimary;
        select pg_get_constraintdef(oid) into primary_key
        from pg_constraint
        where conrelid = to_regclass(format('%I.%I', home, name)) and contype = 'p';
        execute format('alter table %I.%I rename to bastide_whole', home, name);
        execute format(
            'create table %I.%I (like %I.bastide_whole including all excluding indexes) partition by hash (%I)',
            home, name, home, key);
        for piece in 0 .. pieces - 1 loop
            -- Every append updates a row of game_table: free space in its pages keeps updates local.
            execute format(
                'create table %I.%I partition of %I.%I for values with (modulus %s, remainder %s) %s',
                home, name || '_p' || piece, home, name, pieces, piece,
                case name when 'game_table' then 'with (fillfactor = 70)' else '' end);
        end loop;
        execute format('insert into %I.%I select * from %I.bastide_whole', home, name, home);
        execute format('drop table %I.bastide_whole', home);
        execute format('alter table %I.%I add %s', home, name, primary_key);
        foreach definition in array coalesce(own, array[]::text[]) loop
            execute definition;
        end loop;
    end loop;
end $$;
