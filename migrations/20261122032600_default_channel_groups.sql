-- Named sets of channels that people can choose from when they join.

create table default_channel_group (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  name text not null,
  description text not null,
  channel_ids bigint[] not null
);
create unique index default_channel_group_name on default_channel_group (org_id, lower(name));
