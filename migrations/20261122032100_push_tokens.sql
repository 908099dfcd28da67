-- Tokens of apps that know only the unencrypted protocol: kept as they ask for it. Nothing is sent to them.
create table push_token (
  user_id bigint not null references account (id),
  org_id bigint not null references organization (id),
  kind text not null check (kind in ('apns', 'fcm')),
  -- tokens may be longer than an index takes
  token_hash text not null,
  token text not null,
  app_id text,
  created_at timestamptz not null,
  primary key (user_id, kind, token_hash)
);
