-- Files that come in pieces: how far each is, and where its pieces are until it is whole. A row outlives its last piece,
-- so that an answer that was lost can be given again.

create table resumable_upload (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  owner_id bigint not null references account,
  token text not null,
  name text not null,
  claimed_type text not null,
  length bigint not null,
  received bigint not null default 0,
  expires_at timestamptz not null,
  attachment_id bigint references attachment on delete cascade
);
create unique index resumable_upload_token on resumable_upload (token);
create index resumable_upload_unfinished on resumable_upload (org_id, owner_id) where attachment_id is null;
create index resumable_upload_expiry on resumable_upload (org_id, expires_at);
create index resumable_upload_attachment on resumable_upload (attachment_id) where attachment_id is not null;

create table resumable_upload_piece (
  org_id bigint not null references organization,
  upload_id bigint not null references resumable_upload on delete cascade,
  start bigint not null,
  size bigint not null,
  key text not null,
  primary key (upload_id, start)
);
