-- Signing in without a password of this server.

-- Who somebody is to a provider of identities: the subject never changes, the address may.
create table external_identity (
  org_id bigint not null references organization,
  issuer text not null,
  subject text not null,
  user_id bigint not null references account,
  created_at timestamptz not null,
  primary key (org_id, issuer, subject)
);
create unique index external_identity_account on external_identity (user_id, issuer);

-- What somebody holds for some minutes who has just signed in with a browser; it works once.
create table sign_in_token (
  token_hash text primary key,
  org_id bigint not null references organization,
  user_id bigint not null references account,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_in_token_account on sign_in_token (user_id);
