-- messages with a form that a run waits for, one for each person asked; deleted with their values when the run ends
create table automation_question (
  org_id bigint not null references organization,
  run_id bigint not null references automation_run on delete cascade,
  step integer not null,
  -- not a foreign key, because messages can be deleted
  message_id bigint primary key,
  -- who was asked in a direct message; null for a topic
  person_id bigint references account,
  -- what was answered, by field name; null until then
  answer jsonb,
  answered_by bigint references account
);
create index automation_question_of_run on automation_question (run_id);
create index automation_question_open on automation_question (org_id) where answer is null;
