create table saved_snippet (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  owner_id bigint not null references account,
  title text not null,
  content text not null,
  created_at timestamptz not null
);
create index saved_snippet_owner on saved_snippet (owner_id, id);
