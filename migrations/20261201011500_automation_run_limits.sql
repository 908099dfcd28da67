-- how many runs an hour an automation can have; organization administrators can raise it
alter table automation add column max_runs_per_hour integer not null default 60;
