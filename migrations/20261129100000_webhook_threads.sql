-- The newest message about each thing that a tool posts about, such as a pull request, so that the next post goes to the
-- same topic although the thing or the topic was renamed.
create table webhook_thread (
  bot_id bigint not null references account,
  org_id bigint not null references organization,
  conversation_id bigint not null references conversation,
  thread text not null,
  message_id bigint not null,
  posted_at timestamptz not null,
  primary key (bot_id, conversation_id, thread)
);
create index webhook_thread_age on webhook_thread (org_id, posted_at);
