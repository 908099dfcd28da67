-- Archives of other chats that owners have asked to be taken in.
create table import_request (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization (id),
  acting_user_id bigint not null references account (id),
  source text not null,
  -- the upload that is the archive
  path_id text not null,
  file_name text not null,
  size bigint not null,
  dry_run boolean not null,
  grant_roles boolean not null,
  download boolean not null,
  -- the part of the report's key that nobody can guess
  token text not null,
  attempts integer not null default 0,
  -- when somebody is to look after it: null once it has ended
  due_at timestamptz,
  phase text,
  percentage integer not null default 0,
  messages bigint not null default 0,
  -- what was found: counts, lost, changed by what they are of, never_there as a list
  found jsonb not null default '{}',
  -- of the report, in bytes, once there is one
  report_size bigint,
  requested_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  outcome text check (outcome in ('done', 'failed', 'stopped')),
  problem text
);
create index import_request_organization on import_request (org_id, id);
create index import_request_due on import_request (due_at) where due_at is not null;
