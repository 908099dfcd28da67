create table navigation_view (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  owner_id bigint not null references account,
  fragment text not null,
  name text,
  is_pinned boolean not null
);
-- an index holds no value as long as the longest fragment
create unique index navigation_view_fragment on navigation_view (owner_id, md5(fragment));
