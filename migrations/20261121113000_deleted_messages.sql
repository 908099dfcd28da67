-- Deleted messages with all that hung on them, kept for a while so that they can be brought back.
create table deleted_message (
  org_id bigint not null,
  id bigint primary key,
  deleted_at timestamptz not null,
  -- null when the organization's rules did it
  deleted_by bigint,
  message jsonb not null,
  flags jsonb not null,
  reactions jsonb not null,
  submessages jsonb not null,
  attachments jsonb not null
);
create index deleted_message_age on deleted_message (org_id, deleted_at);
