-- Programs that ask people for access to what they may do, by the rules of OAuth. What they call themselves is theirs to say.
create table oauth_client (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  -- by what it says who it is: made here, or the address of a document that says the rest
  client_id text not null,
  name text not null,
  redirect_uris text[] not null,
  -- 'itself', 'administrator' or 'document': by whom it was made known
  made_known_by text not null,
  created_at timestamptz not null,
  unique (org_id, client_id)
);

-- What a person has allowed a moment ago and the program has not come for yet.
create table oauth_code (
  code_hash text primary key,
  org_id bigint not null references organization,
  user_id bigint not null references account,
  oauth_client_id bigint not null references oauth_client on delete cascade,
  redirect_uri text not null,
  challenge text not null,
  name text not null,
  scopes text[] not null,
  channel_ids bigint[],
  -- when what was allowed ends, and when the program comes too late
  access_ends_at timestamptz,
  expires_at timestamptz not null
);
create index oauth_code_organization on oauth_code (org_id, expires_at);
create index oauth_code_account on oauth_code (user_id);
create index oauth_code_client on oauth_code (oauth_client_id);

-- The access tokens that programs have come by in this way, and how they renew them.
create table oauth_grant (
  token_id bigint primary key references access_token on delete cascade,
  org_id bigint not null references organization,
  oauth_client_id bigint not null references oauth_client on delete cascade,
  code_hash text not null unique,
  -- of what all its refresh tokens begin with, and of the newest one
  family_hash text not null unique,
  refresh_hash text not null,
  refreshed_at timestamptz not null
);
create index oauth_grant_client on oauth_grant (oauth_client_id);
create index oauth_grant_organization on oauth_grant (org_id, refreshed_at);

-- Of a token that was granted so: which program has it, to where it led people, until when its present secret is good, and
-- for what, where that is less than the token.
alter table access_token
  add column program_name text,
  add column program_host text,
  add column secret_expires_at timestamptz,
  add column secret_scopes text[];
