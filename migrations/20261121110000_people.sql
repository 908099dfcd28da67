-- What people say of themselves and keep for themselves.

create table user_status (
  org_id bigint not null,
  user_id bigint primary key references account,
  status_text text not null default '',
  emoji_name text not null default '',
  emoji_code text not null default '',
  reaction_type text not null default ''
);
create index user_status_organization on user_status (org_id);

create table alert_word (
  org_id bigint not null,
  user_id bigint not null references account,
  word text not null
);
create unique index alert_word_once on alert_word (user_id, lower(word));
create index alert_word_organization on alert_word (org_id);

create table muted_user (
  org_id bigint not null,
  user_id bigint not null references account,
  muted_user_id bigint not null references account,
  muted_at timestamptz not null,
  primary key (user_id, muted_user_id)
);
create index muted_user_organization on muted_user (org_id);

create table draft (
  id bigint generated always as identity primary key,
  org_id bigint not null,
  user_id bigint not null references account,
  -- '', 'stream' or 'private'
  type text not null,
  -- one channel, or the people of a direct conversation
  recipients bigint[] not null,
  topic text not null,
  content text not null,
  edited_at timestamptz not null
);
create index draft_user on draft (user_id, edited_at desc);

create table profile_field (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  field_type int not null,
  place int not null,
  name text not null,
  hint text not null default '',
  field_data jsonb not null default '{}',
  display_in_profile_summary boolean not null default false,
  required boolean not null default false,
  editable_by_user boolean not null default true,
  use_for_user_matching boolean not null default false
);
create unique index profile_field_name on profile_field (org_id, lower(name));

create table profile_value (
  org_id bigint not null,
  user_id bigint not null references account,
  field_id bigint not null references profile_field on delete cascade,
  value text not null,
  rendered_value text,
  primary key (user_id, field_id)
);
create index profile_value_field on profile_value (field_id);
create index profile_value_organization on profile_value (org_id);
