-- runs started with a slash command
alter table automation_run
  -- where it was started; channel_id is set as well
  add column topic text,
  -- what the person entered after the command
  add column text text;
-- each command starts one automation
create unique index automation_of_command on automation (org_id, (trigger->>'command'))
  where trigger->>'kind' = 'manual';
