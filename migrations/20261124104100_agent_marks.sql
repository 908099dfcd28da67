-- The access token by which somebody's program has reacted, as it was called then.
alter table reaction add column agent text;
