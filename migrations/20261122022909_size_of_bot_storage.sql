-- counted once, when a value is written: to add up the lengths of long values is to read all of them
alter table bot_storage add column size integer not null generated always as (char_length(key) + char_length(value)) stored;
-- packing long values takes longer than writing them
alter table bot_storage alter column value set storage external;
