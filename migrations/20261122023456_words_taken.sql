-- Which messages' words the index holds, as ranges of ids: so that an archive's words are taken newest first, a few at a
-- time, and taking them goes on after a restart.
create table words_taken (
  org_id bigint primary key references organization,
  taken int8multirange not null
);
insert into words_taken (org_id, taken)
select o.id, int8multirange(int8range(1, newest.id + 1)) from organization o cross join lateral (
  select w.message_id as id from message_words w where w.org_id = o.id order by w.message_id desc limit 1) newest;

-- A message that changes while its words are being taken: whichever comes later keeps the new words.
create or replace function follow_words() returns trigger language plpgsql as $$
begin
  execute 'insert into message_words (org_id, message_id, words)
    select n.org_id, n.id, words_of(n.org_id, n.conversation_id, n.sender_id, n.id, n.topic, n.content)
    from after n join before o on o.id = n.id
    where (o.conversation_id, o.topic, o.content) is distinct from (n.conversation_id, n.topic, n.content)
    on conflict (org_id, message_id) do update set words = excluded.words';
  return null;
end
$$;
