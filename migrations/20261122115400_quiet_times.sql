-- When people want to hear of nothing. Who has chosen nothing has no row.
create table quiet_time (
  user_id bigint primary key references account,
  org_id bigint not null references organization,
  paused_until timestamptz,
  -- quiet hours that have begun before this do not count: the person has ended them
  ended_until timestamptz,
  -- [{weekdays, from, to}], in the person's time zone
  hours jsonb not null default '[]'
);
create index quiet_time_org on quiet_time (org_id);

-- What was held back from people in their quiet time, until it is over.
create table held_notification (
  org_id bigint not null references organization,
  user_id bigint not null references account,
  -- no reference: the message may be deleted meanwhile
  message_id bigint not null,
  kind text not null check (kind in ('direct_messages', 'mentions', 'followed_topics', 'channels')),
  -- the reasons for which a push and a mail would have gone out; null for none
  push text,
  email text,
  group_id bigint,
  due_at timestamptz not null,
  primary key (user_id, message_id)
);
create index held_notification_due on held_notification (due_at);

-- What came in somebody's quiet time, until the person has seen it.
create table quiet_digest (
  user_id bigint primary key references account,
  org_id bigint not null references organization,
  began_at timestamptz not null,
  ended_at timestamptz not null,
  -- ids of messages by kind, ascending
  messages jsonb not null
);

-- Of a notification that stands for several: how many messages of which kind.
alter table push_notice add column digest jsonb;

-- Whether it came in a quiet time: all such mail of one person is one.
alter table missed_message add column in_digest boolean not null default false;
