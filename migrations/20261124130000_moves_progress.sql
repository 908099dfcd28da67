-- How far a move of an organization has come, for the metrics of all processes.
alter table organization_move
  add column rows_to_copy bigint not null default 0,
  add column rows_copied bigint not null default 0,
  -- How long nobody could write; null until it is decided.
  add column paused_ms double precision;
