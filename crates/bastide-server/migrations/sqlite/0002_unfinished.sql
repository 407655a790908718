-- Limits: unfinished tables are counted when one is made, and finished ones
-- are by far the most.
create index game_table_unfinished on game_table (stage) where stage <> 'over';
