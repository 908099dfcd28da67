-- Archives of an organization's data that administrators have asked for.
create table realm_export (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization (id),
  acting_user_id bigint not null references account (id),
  export_type text not null,
  -- the part of its address that nobody can guess
  token text not null,
  size bigint,
  attempts integer not null default 0,
  -- when somebody is to look after it: null once it is made, has failed or is deleted
  due_at timestamptz,
  requested_at timestamptz not null,
  finished_at timestamptz,
  failed_at timestamptz,
  deleted_at timestamptz
);
create index realm_export_organization on realm_export (org_id, id);
create index realm_export_due on realm_export (due_at) where due_at is not null;
