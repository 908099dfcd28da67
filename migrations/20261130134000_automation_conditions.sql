-- conditions that have to hold for a run to start
alter table automation add column conditions jsonb not null default '[]';
-- people who started an automation with the condition first_time; runs are deleted after a while
create table automation_starter (
  org_id bigint not null references organization,
  automation_id bigint not null references automation on delete cascade,
  person_id bigint not null references account,
  primary key (automation_id, person_id)
);
