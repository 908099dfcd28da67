-- What a web page says of itself, for the previews of messages that link to it. Each page is asked once for all of an
-- organization's messages until the row expires.
create table link_preview (
  org_id bigint not null references organization,
  -- SHA-256 of the address, in hexadecimal: addresses are too long for an index
  url_hash text not null,
  -- null where there is nothing to show
  preview jsonb,
  expires_at timestamptz not null,
  primary key (org_id, url_hash)
);
create index link_preview_expiry on link_preview (org_id, expires_at);

-- Messages whose links wait for their previews.
create table message_to_preview (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  -- no reference: a message may be deleted while it waits
  message_id bigint not null,
  due_at timestamptz not null
);
create unique index message_to_preview_once on message_to_preview (message_id);
create index message_to_preview_due on message_to_preview (due_at);
create index message_to_preview_org on message_to_preview (org_id);
