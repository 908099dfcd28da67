-- What stands on top: for one person, or, without one, for everybody in the channel. A topic's pin follows the topic.
create table pinned_topic (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  channel_id bigint not null references channel,
  topic text not null,
  user_id bigint references account,
  pinned_by bigint not null references account,
  pinned_at timestamptz not null
);
create unique index pinned_topic_place on pinned_topic (channel_id, lower(topic), coalesce(user_id, 0));
create index pinned_topic_user on pinned_topic (user_id);

-- A message is pinned for everybody in one channel, or for one person wherever it is.
create table pinned_message (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  message_id bigint not null,
  channel_id bigint references channel,
  user_id bigint references account,
  pinned_by bigint not null references account,
  pinned_at timestamptz not null,
  check ((channel_id is null) <> (user_id is null))
);
create unique index pinned_message_place on pinned_message (message_id, coalesce(user_id, 0));
create index pinned_message_user on pinned_message (user_id);
create index pinned_message_channel on pinned_message (channel_id);
