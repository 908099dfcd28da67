-- A browser in which somebody has signed in. Whoever reads the table cannot use what is in it.
create table session (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  user_id bigint not null references account,
  token_hash text not null unique,
  user_agent text not null,
  address text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null
);
create index session_account on session (user_id);
create index session_idle on session (org_id, last_seen_at);
