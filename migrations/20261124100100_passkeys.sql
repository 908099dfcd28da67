-- Public keys of devices with which people sign in.
create table passkey (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  user_id bigint not null references account,
  name text not null,
  -- as the device calls it, in base64url
  credential_id text not null,
  -- COSE, in base64url
  public_key text not null,
  -- how often it has signed, where the device counts
  sign_count bigint not null,
  transports text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  unique (org_id, credential_id)
);
create index passkey_account on passkey (user_id);

-- What a device has been asked to sign. Each is gone when it is answered, or after some minutes.
create table passkey_challenge (
  challenge_hash text primary key,
  org_id bigint not null references organization,
  -- whose device is asked; null where anybody may answer
  user_id bigint references account,
  purpose text not null,
  expires_at timestamptz not null
);
create index passkey_challenge_organization on passkey_challenge (org_id, expires_at);
