-- people who joined in large batches, which start no runs until a manager starts them
create table automation_skipped_join (
  id bigint primary key generated always as identity,
  org_id bigint not null references organization,
  automation_id bigint not null references automation on delete cascade,
  person_id bigint not null references account,
  -- the channel they joined, if any
  channel_id bigint references channel,
  -- of the run that the join would have started
  once_key text not null,
  skipped_at timestamptz not null,
  is_started boolean not null default false,
  -- when its run starts, or, if no one has started it, when it's deleted
  due_at timestamptz not null,
  unique (automation_id, once_key)
);
create index automation_skipped_join_due on automation_skipped_join (due_at);
-- how many of them no one has started yet
alter table automation add column skipped_people integer not null default 0;
