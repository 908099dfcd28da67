-- runs that a message or a reaction started
alter table automation_run
  -- no reference: messages can be deleted
  add column message_id bigint,
  add column person_id bigint references account;
-- counting the runs of the last hour, and deleting old ones
create index automation_run_recent on automation_run (automation_id, started_at);
create index automation_run_of_org on automation_run (org_id, started_at);
create index automation_run_of_person on automation_run (person_id, started_at) where person_id is not null;
