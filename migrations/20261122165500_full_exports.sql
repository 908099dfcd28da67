-- Copies of whole organizations.

-- An organization that is being copied on the embedded database, whose one connection nobody may hold for long: while
-- there is a row here, triggers keep what each of its rows was before it was changed.
create table copy_under_way (
  id bigint generated always as identity primary key,
  org_id bigint not null
);

-- What a row was when the copy began; null where there was none. The first change of a row counts.
create table row_before (
  copy_id bigint not null references copy_under_way on delete cascade,
  org_id bigint not null,
  table_name text not null,
  key jsonb not null,
  row jsonb,
  primary key (copy_id, table_name, key)
);
create index row_before_first on row_before (copy_id, table_name, (key -> 0));

-- Arguments of the trigger: the copy, the organization, the column that holds the organization's id, and the columns of
-- the key.
create function keep_row_before() returns trigger language plpgsql as $$
declare
  before_change jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after_change jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  key_before jsonb;
  key_after jsonb;
begin
  if coalesce(before_change, after_change) ->> tg_argv[2] <> tg_argv[1] then return null; end if;
  select jsonb_agg(before_change -> name order by place), jsonb_agg(after_change -> name order by place)
    into key_before, key_after
    from unnest(tg_argv[3:]) with ordinality as names(name, place);
  if tg_op <> 'INSERT' then
    insert into row_before (copy_id, org_id, table_name, key, row)
      values (tg_argv[0]::bigint, tg_argv[1]::bigint, tg_table_name, key_before, before_change) on conflict do nothing;
  end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and key_after <> key_before) then
    insert into row_before (copy_id, org_id, table_name, key, row)
      values (tg_argv[0]::bigint, tg_argv[1]::bigint, tg_table_name, key_after, null) on conflict do nothing;
  end if;
  return null;
end $$;

-- Organizations that are not whole yet; one whose import ended half way is deleted.
create table organization_import (
  org_id bigint primary key references organization on delete cascade,
  renewed_at timestamptz not null
);

-- Where an organization lives now that has moved to another server.
alter table organization add column moved_to text;
