-- What people have allowed this server to do at the service of meetings: sealed with the server's key, which is not in
-- the database.

create table meeting_token (
  user_id bigint primary key references account,
  org_id bigint not null references organization,
  sealed text not null,
  updated_at timestamptz not null
);
