-- slash commands of outgoing webhook bots
create table bot_command (
  org_id bigint not null references organization,
  bot_id bigint not null references account,
  -- without the slash
  command text not null,
  hint text not null,
  primary key (org_id, command)
);
create index bot_command_bot on bot_command (bot_id);
-- commands that people entered, as long as the bot can respond
create table bot_command_call (
  id bigint primary key generated always as identity,
  org_id bigint not null references organization,
  bot_id bigint not null references account,
  person_id bigint not null references account,
  channel_id bigint not null references channel,
  topic text not null,
  command text not null,
  text text not null,
  -- delayed responses so far
  responses integer not null default 0,
  created_at timestamptz not null,
  -- when it's deleted
  due_at timestamptz not null
);
create index bot_command_call_due on bot_command_call (due_at);
create index bot_command_call_person on bot_command_call (person_id, created_at);
alter table outgoing_webhook
  alter column message_id drop not null,
  add column command_call_id bigint references bot_command_call on delete cascade;
create index outgoing_webhook_command on outgoing_webhook (command_call_id) where command_call_id is not null;
