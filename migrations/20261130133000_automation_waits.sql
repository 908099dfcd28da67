-- steps that wait for a time or an answer
alter table automation_run
  -- how the current step's wait ended; null before and while it waits
  add column wait_result text,
  -- the message whose answer the current step waits for; not a foreign key, because messages can be deleted
  add column asked_message_id bigint,
  -- who answered the latest approval request
  add column approver_id bigint references account;
create index automation_run_waiting on automation_run (automation_id) where state = 'waiting';
create index automation_run_waiting_message on automation_run (asked_message_id) where state = 'waiting';
alter table automation_outcome
  -- the answer to an approval request, and who gave it
  add column result text,
  add column person_id bigint references account;
