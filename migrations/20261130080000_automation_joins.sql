-- runs triggered by someone joining a channel
alter table automation_run
  add column channel_id bigint references channel;
