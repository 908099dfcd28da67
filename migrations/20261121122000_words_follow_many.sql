-- The same statement as before, but planned anew each time: a plan kept from a change of one message compares every
-- message with every other when ten thousand are moved.
create or replace function follow_words() returns trigger language plpgsql as $$
begin
  execute 'update message_words w
    set words = words_of(n.org_id, n.conversation_id, n.sender_id, n.id, n.topic, n.content)
    from after n join before o on o.id = n.id
    where w.message_id = n.id
      and (o.conversation_id, o.topic, o.content) is distinct from (n.conversation_id, n.topic, n.content)';
  return null;
end
$$;
