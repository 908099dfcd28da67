-- Invitations, and the links that mail carries.

create table invitation (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  inviter_id bigint not null references account,
  -- whom it was sent to; null for a link that anybody may use
  email text,
  -- only of a link that anybody may use, which is shown to whoever manages it
  link_token text,
  token_hash text not null,
  role int not null,
  channel_ids bigint[] not null,
  group_ids bigint[] not null,
  default_channels boolean not null,
  notify_inviter boolean not null,
  welcome_text text,
  created_at timestamptz not null,
  -- null: never
  expires_at timestamptz
);
create unique index invitation_token on invitation (token_hash);
create index invitation_organization on invitation (org_id, id);

create table mailed_link (
  token_hash text primary key,
  org_id bigint not null references organization,
  -- 'registration' or 'password_reset'
  purpose text not null,
  -- the address that it proves
  email text not null,
  user_id bigint references account,
  -- the link that anybody may use, by which somebody came
  invitation_id bigint references invitation on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index mailed_link_address on mailed_link (org_id, purpose, lower(email));
