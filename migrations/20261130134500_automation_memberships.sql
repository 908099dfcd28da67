-- runs that change memberships
alter table automation_run
  -- whose permissions the run has, besides those of its bot
  add column saved_by bigint references account,
  -- 1 if no other automation triggered it
  add column depth int not null default 1;
