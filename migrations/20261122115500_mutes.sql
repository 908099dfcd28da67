-- Mutes that end at a time, and mutes of direct conversations. A channel or topic that is muted for good has no row.
create table mute (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  user_id bigint not null references account,
  channel_id bigint references channel,
  topic text,
  -- the people of a direct conversation, ascending
  member_ids bigint[],
  -- what the person thought of the topic before
  policy_before smallint not null default 0,
  -- null: for good
  due_at timestamptz,
  check ((channel_id is null) <> (member_ids is null))
);
create index mute_user on mute (user_id);
create index mute_due on mute (due_at) where due_at is not null;
