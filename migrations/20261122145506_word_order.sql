-- Who lists several words at once inserts them in one order: two of them would wait for each other without end.
create or replace function follow_words() returns trigger language plpgsql as $$
begin
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

-- Found by the message that an edit takes calls out of.
create index held_notification_message on held_notification (message_id);
-- All muted conversations of an organization, for its memory.
create index mute_direct on mute (org_id) where member_ids is not null;
