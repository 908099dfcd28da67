-- Organizations that go from one database of the server to another while their people are connected.

-- In the first database: which they are, and whether they have arrived.
create table organization_move (
  org_id bigint primary key,
  subdomain text not null,
  source text not null,
  target text not null,
  begun_at timestamptz not null default now(),
  -- Null while the old place is in force.
  decided_at timestamptz
);

-- In the database that an organization leaves: 'leaving' (it is in use), 'held' (nobody may write), 'left' (it is no more
-- here); in that to which it comes: 'arriving' (it is not here yet), 'ready' (it may be in force from now on).
create table moving_organization (
  org_id bigint primary key,
  phase text not null check (phase in ('leaving', 'held', 'left', 'arriving', 'ready'))
);

-- Rows of an organization that leaves which were changed since they were copied last, by their keys; without a key, some of
-- the table's.
create table changed_row (
  id bigint generated always as identity primary key,
  org_id bigint not null,
  table_name text not null,
  key jsonb not null
);
create index changed_row_organization on changed_row (org_id);

-- On every table of organizations while one of them leaves: notes what of it is changed, and refuses that once it is held.
-- Arguments: the organization, and the columns of the key. Whoever changes a row shares a lock until the end of the
-- transaction; the move takes it alone, and knows then that everything is noted and nothing more comes.
create function note_changed_row() returns trigger language plpgsql as $$
declare
  moving bigint := tg_argv[0];
  owner bigint;
  key_before jsonb;
  key_after jsonb;
begin
  if tg_table_name = 'organization' then
    if tg_op = 'DELETE' then owner := old.id; else owner := new.id; end if;
  elsif tg_op = 'DELETE' then owner := old.org_id;
  else owner := new.org_id;
  end if;
  if owner <> moving or current_setting('loquat.moving', true) = tg_argv[0] then return null; end if;
  perform pg_advisory_xact_lock_shared(7205896, moving::int);
  if exists (select from moving_organization where org_id = moving and phase <> 'leaving') then
    raise exception 'organization % moves to another database', moving using errcode = 'LQ001';
  end if;
  if tg_op <> 'INSERT' then
    select coalesce(jsonb_object_agg(name, to_jsonb(old) -> name), '{}') into key_before from unnest(tg_argv[1:]) name;
    insert into changed_row (org_id, table_name, key) values (moving, tg_table_name, key_before);
  end if;
  if tg_op <> 'DELETE' then
    select coalesce(jsonb_object_agg(name, to_jsonb(new) -> name), '{}') into key_after from unnest(tg_argv[1:]) name;
    if key_after is distinct from key_before then
      insert into changed_row (org_id, table_name, key) values (moving, tg_table_name, key_after);
    end if;
  end if;
  return null;
end
$$;

-- An account may be copied before its owner.
alter table account alter constraint account_bot_owner_id_fkey deferrable;

-- What follows from rows is copied as they are.
create or replace function follow_words() returns trigger language plpgsql as $$
begin
  if current_setting('loquat.moving', true) <> '' then return null; end if;
  execute 'insert into message_words (org_id, message_id, words)
    select n.org_id, n.id, words_of(n.org_id, n.conversation_id, n.sender_id, n.id, n.topic, n.content)
      || case when n.has_attachment then words_of_files(n.id) else '''' end
    from after n join before o on o.id = n.id
    where (o.conversation_id, o.topic, o.content) is distinct from (n.conversation_id, n.topic, n.content)
    on conflict (org_id, message_id) do update set words = excluded.words';
  execute 'insert into search_word (org_id, word)
    select distinct changed.org_id, word from (
      select n.org_id, n.topic as text from after n join before o on o.id = n.id where o.topic <> n.topic
      union select n.org_id, n.content from after n join before o on o.id = n.id where o.content <> n.content) changed
    cross join lateral unnest(words_listed(search_text(changed.text))) word
    order by 1, 2 on conflict do nothing';
  return null;
end
$$;

create or replace function forget_words() returns trigger language plpgsql as $$
begin
  if current_setting('loquat.moving', true) <> '' then return null; end if;
  delete from message_words w using gone g where w.org_id = g.org_id and w.message_id = g.id;
  return null;
end
$$;

create or replace function follow_files() returns trigger language plpgsql as $$
begin
  if current_setting('loquat.moving', true) <> '' then return null; end if;
  update message_words w
  set words = words_of(m.org_id, m.conversation_id, m.sender_id, m.id, m.topic, m.content) || words_of_files(m.id)
  from (select distinct c.message_id from changed c join attachment_text t on t.attachment_id = c.attachment_id) held
  join message m on m.id = held.message_id
  where w.org_id = m.org_id and w.message_id = m.id;
  return null;
end
$$;
