-- What programs act with in place of an account's own key. Whoever reads the table cannot use what is in it.
create table access_token (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  user_id bigint not null references account,
  name text not null,
  token_hash text not null unique,
  scopes text[] not null,
  -- null for every channel, and for direct conversations
  channel_ids bigint[],
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz
);
create index access_token_account on access_token (user_id);
create index access_token_organization on access_token (org_id);
