-- Which tool a post came from, what it said had happened, and why no message came of it where none did.
alter table webhook_delivery
  add column integration text not null default '',
  add column event text not null default '',
  add column left_out text not null default '';

-- Kinds of events that a tool has posted and for which there is no text: how often, by name.
create table unknown_event (
  org_id bigint not null references organization,
  bot_id bigint not null references account,
  integration text not null,
  event text not null,
  count integer not null,
  last_at timestamptz not null,
  primary key (bot_id, integration, event)
);
create index unknown_event_org on unknown_event (org_id);
