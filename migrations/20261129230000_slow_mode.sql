-- 0: people can post as often as they like
alter table channel add column slow_mode_seconds int not null default 0;
-- when people last posted in channels with slow mode; kept apart from their messages, which can be moved and deleted
create table slow_mode_post (
  channel_id bigint not null references channel,
  user_id bigint not null references account,
  org_id bigint not null references organization,
  posted_at timestamptz not null,
  primary key (channel_id, user_id)
);
create index slow_mode_post_of_user on slow_mode_post (user_id);
