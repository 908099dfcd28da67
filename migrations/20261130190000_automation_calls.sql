-- steps that post to other services, reminders that repeat, and signed webhooks
alter table automation
  -- what calls are signed with, and what webhooks have to be signed with, encrypted with the server's key
  add column call_secret_sealed text,
  add column webhook_secret_sealed text;
alter table automation_run
  -- what the latest call returned, until the run is done
  add column answer jsonb,
  -- how many reminders the current step has posted; null for steps that don't repeat
  add column reminders integer;
create index automation_run_reminding on automation_run (org_id) where state = 'waiting' and reminders is not null;
-- a run's call that hasn't been answered yet
create table automation_call (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  run_id bigint not null unique references automation_run on delete cascade,
  -- the queue in which calls are made
  bot_id bigint not null references account,
  step integer not null,
  attempts integer not null default 0,
  due_at timestamptz not null
);
create index automation_call_due on automation_call (due_at);
