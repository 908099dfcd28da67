-- Everything belongs to an organization: org_id is on every table, so that organizations can be sharded.

create table organization (
  id bigint generated always as identity primary key,
  subdomain text not null unique,
  name text not null,
  description text not null default '',
  rendered_description text not null default '',
  settings jsonb not null default '{}',
  user_settings_defaults jsonb not null default '{}',
  created_at timestamptz not null default now(),
  deactivated_at timestamptz
);

create table account (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  email text not null,
  full_name text not null,
  role int not null,
  bot_type int,
  bot_owner_id bigint references account,
  is_system_bot boolean not null default false,
  api_key text not null unique,
  password_hash text,
  timezone text not null default '',
  avatar_source text not null default 'G',
  avatar_version int not null default 1,
  settings jsonb not null default '{}',
  created_at timestamptz not null,
  deactivated_at timestamptz
);
create unique index account_email on account (org_id, lower(email));

create table user_group (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  name text not null,
  description text not null default '',
  is_system boolean not null default false,
  settings jsonb not null default '{}',
  creator_id bigint references account,
  created_at timestamptz,
  deactivated boolean not null default false
);
create unique index user_group_name on user_group (org_id, lower(name));

create table user_group_member (
  org_id bigint not null,
  group_id bigint not null references user_group on delete cascade,
  user_id bigint not null references account,
  primary key (group_id, user_id)
);
create index user_group_member_user on user_group_member (user_id);

create table user_group_subgroup (
  org_id bigint not null,
  group_id bigint not null references user_group on delete cascade,
  subgroup_id bigint not null references user_group on delete cascade,
  primary key (group_id, subgroup_id)
);

-- One row for each channel and each set of people who write to each other; the wire's recipient_id.
create table conversation (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  -- null for a channel; else the ids of its people, ascending
  member_ids bigint[]
);
create unique index conversation_members on conversation (org_id, member_ids) where member_ids is not null;

create table conversation_member (
  org_id bigint not null,
  user_id bigint not null references account,
  conversation_id bigint not null references conversation,
  primary key (user_id, conversation_id)
);

create table channel (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  conversation_id bigint not null references conversation,
  name text not null,
  description text not null default '',
  rendered_description text not null default '',
  invite_only boolean not null default false,
  is_web_public boolean not null default false,
  history_public_to_subscribers boolean not null default true,
  is_default boolean not null default false,
  message_retention_days int,
  topics_policy text not null default 'inherit',
  folder_id bigint,
  settings jsonb not null default '{}',
  creator_id bigint references account,
  created_at timestamptz not null,
  archived_at timestamptz,
  first_message_id bigint
);
create unique index channel_name on channel (org_id, lower(name));
create unique index channel_conversation on channel (conversation_id);

create table subscription (
  org_id bigint not null,
  user_id bigint not null references account,
  channel_id bigint not null references channel,
  active boolean not null default true,
  color text not null,
  is_muted boolean not null default false,
  pin_to_top boolean not null default false,
  desktop_notifications boolean,
  audible_notifications boolean,
  push_notifications boolean,
  email_notifications boolean,
  wildcard_mentions_notify boolean,
  primary key (user_id, channel_id)
);
create index subscription_channel on subscription (channel_id) where active;

-- When a user was subscribed: received are the messages with from_message_id <= id < to_message_id and the events
-- with from_position < position <= to_position. An open end means subscribed now.
create table subscription_span (
  org_id bigint not null,
  user_id bigint not null references account,
  channel_id bigint not null references channel,
  from_message_id bigint not null,
  to_message_id bigint,
  from_position bigint not null,
  to_position bigint,
  primary key (user_id, channel_id, from_position)
);

create table message (
  id bigint generated always as identity primary key,
  org_id bigint not null,
  conversation_id bigint not null,
  sender_id bigint not null,
  client text not null,
  topic text not null default '',
  content text not null,
  rendered_content text not null,
  renderer_version int not null,
  sent_at timestamptz not null,
  -- read by its sender, who may still mark it unread
  sender_read boolean not null,
  is_me_message boolean not null default false,
  has_link boolean not null default false,
  has_image boolean not null default false,
  has_attachment boolean not null default false,
  channel_wildcard boolean not null default false,
  topic_wildcard boolean not null default false,
  last_edited_at timestamptz,
  last_moved_at timestamptz,
  edit_history jsonb,
  search tsvector generated always as (to_tsvector('english', topic || ' ' || content)) stored
);
create index message_conversation on message (conversation_id, id);
create index message_topic on message (conversation_id, lower(topic), id);
create index message_sender on message (sender_id, id);
create index message_organization on message (org_id, id);
create index message_search on message using gin (search);

-- Only for messages that are something special to somebody.
create table message_flag (
  org_id bigint not null,
  user_id bigint not null,
  message_id bigint not null references message on delete cascade,
  mentioned boolean not null default false,
  group_mentioned boolean not null default false,
  topic_wildcard_mentioned boolean not null default false,
  has_alert_word boolean not null default false,
  starred boolean not null default false,
  collapsed boolean not null default false,
  primary key (user_id, message_id)
);
create index message_flag_starred on message_flag (user_id, message_id) where starred;
create index message_flag_mentioned on message_flag (user_id, message_id)
  where mentioned or group_mentioned or topic_wildcard_mentioned;
create index message_flag_message on message_flag (message_id);

-- Each message that a user has read covers the ids from just after the conversation's previous message up to its own,
-- so that contiguous reading is one range.
create table read_state (
  org_id bigint not null,
  user_id bigint not null,
  conversation_id bigint not null,
  read int8multirange not null,
  primary key (user_id, conversation_id)
);
create index read_state_conversation on read_state (conversation_id);

create table event_log (
  org_id bigint not null,
  position bigint not null,
  type text not null,
  op text,
  payload text not null,
  audience text not null,
  at timestamptz not null,
  primary key (org_id, position)
);

create table event_queue (
  id text primary key,
  org_id bigint not null,
  user_id bigint,
  start bigint not null,
  acked bigint not null,
  options jsonb not null,
  lifespan_secs int not null,
  last_seen timestamptz not null
);
create index event_queue_user on event_queue (user_id);
