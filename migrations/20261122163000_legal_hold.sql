-- What must not be deleted for good: everything, what is in a channel, or what somebody wrote or was told directly.
create table legal_hold (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  channel_id bigint references channel,
  user_id bigint references account,
  reason text not null,
  creator_id bigint not null references account,
  created_at timestamptz not null,
  check (channel_id is null or user_id is null)
);
create unique index legal_hold_of on legal_hold (org_id, coalesce(channel_id, 0), coalesce(user_id, 0));
