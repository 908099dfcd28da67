-- A directory that keeps people and groups by SCIM: whether it may, and where what it says of people goes.
create table scim_directory (
  org_id bigint primary key references organization,
  enabled boolean not null default false,
  -- ids of profile fields by attribute
  profile_fields jsonb not null default '{}'
);
-- What directories come with. Whoever reads the table cannot use what is in it.
create table scim_token (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  name text not null,
  token_hash text not null unique,
  creator_id bigint references account,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index scim_token_organization on scim_token (org_id);
create index scim_token_maker on scim_token (creator_id);
-- What directories say of people that accounts have no place for.
create table scim_person (
  user_id bigint primary key references account,
  org_id bigint not null references organization,
  external_id text,
  -- null where no directory has said one: it is the address then
  user_name text,
  attributes jsonb not null default '{}',
  modified_at timestamptz not null,
  -- the directory knows the person no more
  deleted_at timestamptz
);
create unique index scim_person_external_id on scim_person (org_id, external_id);
create unique index scim_person_user_name on scim_person (org_id, lower(user_name));
create table scim_group (
  group_id bigint primary key references user_group,
  org_id bigint not null references organization,
  external_id text,
  modified_at timestamptz not null
);
create unique index scim_group_external_id on scim_group (org_id, external_id);
-- What directories have asked for lately, so that administrators see why something fails.
create table scim_request (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  at timestamptz not null,
  token_name text not null,
  method text not null,
  path text not null,
  status integer not null,
  duration_ms integer not null,
  detail text not null
);
create index scim_request_organization on scim_request (org_id, id);
