-- Icon and logos that administrators have uploaded, by kind: the names of their files.
alter table organization add column pictures jsonb not null default '{}';

create table custom_emoji (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  name text not null,
  author_id bigint references account,
  file text not null,
  -- of an animation: its first frame
  still_file text,
  created_at timestamptz not null,
  deactivated boolean not null default false
);
create unique index custom_emoji_name on custom_emoji (org_id, name) where not deactivated;
create index custom_emoji_organization on custom_emoji (org_id, id);
