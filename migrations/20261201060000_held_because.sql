-- why a message was held; messages that were held before have neither
alter table held_message
  add column rule_name text,
  add column is_first boolean not null default false;
