-- Counted once, when a text is written: to add up the lengths of long texts is to read all of them.
alter table draft add column size integer not null generated always as (octet_length(topic) + octet_length(content)) stored;
alter table saved_snippet add column size integer not null generated always as (octet_length(title) + octet_length(content)) stored;
