-- Files that people have uploaded; their bytes are in the blob store, under the path without its last part.
create table attachment (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  owner_id bigint not null references account,
  path_id text not null,
  name text not null,
  content_type text not null,
  size bigint not null,
  -- of pictures that thumbnails can be made of, as they are seen
  width int,
  height int,
  animated boolean not null default false,
  created_at timestamptz not null,
  -- since when no message holds the file; null while one does
  unused_since timestamptz
);
create unique index attachment_path on attachment (path_id);
create index attachment_owner on attachment (owner_id, id);
create index attachment_organization on attachment (org_id);
create index attachment_unused on attachment (org_id, unused_since) where unused_since is not null;

-- Which messages hold a link to which files, for those whose sender could share the file.
create table attachment_message (
  org_id bigint not null,
  attachment_id bigint not null references attachment on delete cascade,
  message_id bigint not null references message on delete cascade,
  primary key (attachment_id, message_id)
);
create index attachment_message_message on attachment_message (message_id);

-- Blobs that nothing in the database refers to any more: deleted soon after the commit that says so.
create table blob_removal (
  id bigint generated always as identity primary key,
  org_id bigint not null,
  key text not null
);
create index blob_removal_organization on blob_removal (org_id, id);

-- Signs the temporary addresses of files.
create table upload_secret (
  org_id bigint primary key,
  secret text not null
);
