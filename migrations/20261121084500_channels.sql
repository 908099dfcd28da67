-- Whether somebody who has left a channel lost sight of it as well, and has not come back since: for that person the
-- channel is like one never joined, although the subscription's settings are kept.
alter table subscription add column out_of_sight boolean not null default false;
create index subscription_organization on subscription (org_id, channel_id) where active;
create index subscription_span_channel on subscription_span (channel_id) where to_position is null;

-- Renewed once a day: both tell how clients show a channel.
alter table channel add column is_recently_active boolean not null default true;
alter table channel add column weekly_traffic int;
-- The secret part of the channel's e-mail address.
alter table channel add column email_token text not null default replace(gen_random_uuid()::text, '-', '');
create index channel_in_folder on channel (folder_id) where folder_id is not null;

create table channel_folder (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  name text not null,
  description text not null default '',
  rendered_description text not null default '',
  -- Folders are shown in ascending order of it.
  rank int not null,
  creator_id bigint references account,
  created_at timestamptz not null,
  archived_at timestamptz
);
create unique index channel_folder_name on channel_folder (org_id, lower(name)) where archived_at is null;
alter table channel add constraint channel_folder_id_fkey foreign key (folder_id) references channel_folder;
