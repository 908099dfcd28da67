-- What administrators have done: one row for each call that changed something, written with the change. What changes an
-- organization from outside of it, by the command line, has nobody who acts.
create table audit_entry (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  at timestamptz not null,
  acting_user_id bigint references account,
  action text not null,
  params jsonb not null,
  address text not null,
  client text not null
);
create index audit_entry_org on audit_entry (org_id, id);
create index audit_entry_time on audit_entry (org_id, at);
