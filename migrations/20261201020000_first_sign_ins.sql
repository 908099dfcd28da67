-- from which network a new account first signed in, as a hint for moderators; rows are deleted after 90 days
create table first_sign_in (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization (id) on delete cascade,
  user_id bigint not null unique references account (id) on delete cascade,
  -- a keyed hash
  network_hash text not null,
  signed_in_at timestamptz not null,
  due_at timestamptz not null
);
create index first_sign_in_network on first_sign_in (org_id, network_hash, signed_in_at);
create index first_sign_in_due on first_sign_in (due_at);
