-- The last attempts to tell an outgoing webhook, and the last posts to an incoming one: what came of them. No keys, and
-- nothing of the messages.
create table webhook_delivery (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  bot_id bigint not null references account,
  direction text not null check (direction in ('incoming', 'outgoing')),
  at timestamptz not null,
  succeeded boolean not null,
  is_test boolean not null default false,
  status integer,
  duration_ms integer not null,
  problem text not null default '',
  answer text not null default ''
);
create index webhook_delivery_bot on webhook_delivery (bot_id, id);
create index webhook_delivery_org on webhook_delivery (org_id);
