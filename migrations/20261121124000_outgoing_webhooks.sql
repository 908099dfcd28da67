-- Messages that wait to be handed to outgoing webhooks. A row goes when its bot was told and has answered, or when it is
-- given up.

create table outgoing_webhook (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  bot_id bigint not null references account,
  -- no reference: a message may be deleted while it waits
  message_id bigint not null,
  trigger text not null,
  -- how many replies of such bots led to this
  hops int not null,
  attempts int not null default 0,
  due_at timestamptz not null,
  created_at timestamptz not null
);
create index outgoing_webhook_due on outgoing_webhook (due_at);
create index outgoing_webhook_bot on outgoing_webhook (bot_id);
