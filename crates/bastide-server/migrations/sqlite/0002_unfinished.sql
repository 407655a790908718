-- For limits: unfinished tables are counted when one is created. Most tables
-- are finished, so the index stays small.
create index game_table_unfinished on game_table (stage) where stage <> 'over';
