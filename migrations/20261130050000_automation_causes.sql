-- runs triggered by a message or reaction
alter table automation_run
  -- not a foreign key, because messages can be deleted
  add column message_id bigint,
  add column person_id bigint references account;
-- for counting runs in the last hour and deleting old runs
create index automation_run_recent on automation_run (automation_id, started_at);
create index automation_run_of_org on automation_run (org_id, started_at);
create index automation_run_of_person on automation_run (person_id, started_at) where person_id is not null;
