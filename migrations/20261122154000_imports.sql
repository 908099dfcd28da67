-- Archives of other chats that were taken in, and what became of what they name.

-- An organization of another chat: what several archives of it name is the same.
create table import_origin (
  id bigint primary key generated always as identity,
  org_id bigint not null references organization (id),
  source text not null,
  key text not null,
  created_at timestamptz not null
);
create unique index import_origin_once on import_origin (org_id, source, key);

create table import_job (
  id bigint primary key generated always as identity,
  org_id bigint not null references organization (id),
  source text not null,
  -- of the archive's size, beginning and end
  digest text not null,
  -- once the archive has said it
  origin_id bigint references import_origin (id) on delete cascade,
  phase text not null check (phase in ('founding', 'catalog', 'messages', 'finish', 'done')),
  -- the newest message when it began: everything of the archive comes after it
  after_message_id bigint not null default 0,
  -- messages of the archive that are done with, in its order
  done bigint not null default 0,
  started_at timestamptz not null,
  finished_at timestamptz
);
create index import_job_organization on import_job (org_id, id);
create index import_job_archive on import_job (source, digest);

-- Which account, channel, message… a key of the archive has become.
create table import_mapping (
  org_id bigint not null,
  origin_id bigint not null references import_origin (id) on delete cascade,
  job_id bigint not null,
  kind text not null,
  key text not null,
  mapped_id bigint not null,
  -- as opposed to what was there before
  made boolean not null,
  primary key (origin_id, kind, key)
);
create index import_mapping_organization on import_mapping (org_id);

-- Made by an import for somebody who may take it over: whoever joins with its address.
alter table account add column unclaimed boolean not null default false;
