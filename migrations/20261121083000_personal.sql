-- What people think of a topic: 1 muted, 2 unmuted in a muted channel, 3 followed. No row: nothing special.
create table user_topic (
  org_id bigint not null,
  user_id bigint not null references account,
  channel_id bigint not null references channel,
  topic text not null,
  policy int not null,
  updated_at timestamptz not null
);
create unique index user_topic_topic on user_topic (user_id, channel_id, lower(topic));
create index user_topic_channel on user_topic (channel_id, lower(topic));

create table reaction (
  id bigint generated always as identity primary key,
  org_id bigint not null,
  message_id bigint not null references message on delete cascade,
  user_id bigint not null references account,
  emoji_name text not null,
  emoji_code text not null,
  reaction_type text not null
);
create unique index reaction_once on reaction (message_id, user_id, reaction_type, emoji_code);

-- Votes of a poll, tasks of a to-do list: what is added to a message with a widget.
create table submessage (
  id bigint generated always as identity primary key,
  org_id bigint not null,
  message_id bigint not null references message on delete cascade,
  sender_id bigint not null references account,
  msg_type text not null,
  content text not null
);
create index submessage_message on submessage (message_id, id);
