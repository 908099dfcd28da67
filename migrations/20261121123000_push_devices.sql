-- What of somebody's can be told of messages while it does not run: an app behind a push relay, or a browser.
create table push_device (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  user_id bigint not null references account,
  -- app: a device that signed in; account: an app that registered by the older protocol; web: a browser's subscription
  kind text not null check (kind in ('app', 'account', 'web')),
  created_at timestamptz not null,
  -- app, account: the key that its notifications are encrypted with (base64); it never leaves the server
  cryptosystem text check (cryptosystem in ('secretbox', 'sealed')),
  key text,
  -- app: what the app calls that key
  key_id bigint,
  token_kind text check (token_kind in ('fcm', 'apns')),
  -- app: the token that the relay knows, and the one that it is being told of
  token_id text,
  pending_token_id text,
  token_updated_at timestamptz,
  -- app, account: why the relay refused the last registration
  error_code text,
  -- account: what the app calls itself, and what the relay calls it once it has accepted the registration
  account_id bigint,
  relay_id bigint,
  -- web: RFC 8030 and 8291
  endpoint text,
  p256dh text,
  auth text
);
create index push_device_user on push_device (user_id, id);
create unique index push_device_account on push_device (user_id, account_id) where account_id is not null;
-- an address is longer than an index entry may be
create unique index push_device_endpoint on push_device (org_id, md5(endpoint)) where endpoint is not null;

-- Registrations that wait to be handed to the relay. A row goes when the relay has answered, or when it is too old.
create table push_registration (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  device_id bigint not null references push_device on delete cascade,
  bouncer_public_key text not null,
  encrypted_push_registration text not null,
  attempts int not null default 0,
  due_at timestamptz not null,
  created_at timestamptz not null
);
create unique index push_registration_device on push_registration (device_id);
create index push_registration_due on push_registration (due_at);
