-- Accounts that a directory of LDAP knows: who signs in there, and whom a synchronisation changes.
create table directory_account (
  org_id bigint not null references organization,
  -- the name of the directory in the configuration
  directory text not null,
  -- the entry's unique id, which stays when its name or its address changes
  subject text not null,
  user_id bigint not null references account unique,
  -- whether it was the directory that deactivated the account, and brings it back
  is_away boolean not null default false,
  -- when the entry was changed, as the directory writes that, when its picture was last looked at
  picture_stamp text,
  -- of the picture that was taken over; null for none
  picture_digest text,
  created_at timestamptz not null,
  primary key (org_id, directory, subject)
);
-- Synchronisations with directories: those that wait, the one under way, and what became of the others.
create table directory_run (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  -- null for one that was due, or was begun by a command
  acting_user_id bigint references account,
  dry_run boolean not null,
  attempts integer not null default 0,
  -- when somebody is to look after it: null once it has ended
  due_at timestamptz,
  phase text,
  -- entries that were read so far
  people integer not null default 0,
  -- counts by what was done, changes and problems as lists
  found jsonb not null default '{}',
  requested_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  outcome text check (outcome in ('done', 'held back', 'failed', 'stopped')),
  problem text
);
create index directory_run_organization on directory_run (org_id, id);
create index directory_run_due on directory_run (due_at) where due_at is not null;
