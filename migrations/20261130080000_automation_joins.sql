-- runs that someone joining a channel started
alter table automation_run
  add column channel_id bigint references channel;
