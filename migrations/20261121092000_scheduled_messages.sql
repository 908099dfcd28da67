create table scheduled_message (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  sender_id bigint not null references account,
  -- either a channel and a topic, or people: without the sender, unless there is nobody else
  channel_id bigint references channel,
  user_ids bigint[],
  topic text not null default '',
  content text not null,
  rendered_content text not null,
  client text not null,
  read_by_sender boolean not null,
  due_at timestamptz not null,
  -- goes up with every change, so that what was read outside a transaction can be told to be stale
  revision int not null default 0,
  -- it could not be sent, and why; it waits for its author then
  failed boolean not null default false,
  failure text not null default '',
  created_at timestamptz not null
);
create index scheduled_message_due on scheduled_message (due_at) where not failed;
create index scheduled_message_sender on scheduled_message (sender_id, due_at);
