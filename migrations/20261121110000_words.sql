-- What a message can be found by, beside the message rather than in it: the words are taken a moment after sending, or
-- just before somebody searches, so that sending does not wait for the index.
alter table message drop column search;

create function words_of(org_id bigint, conversation_id bigint, sender_id bigint, id bigint, topic text, content text)
returns tsvector language sql immutable parallel safe as $$
  select array_to_tsvector(array['#c' || conversation_id, '#s' || sender_id, '#o' || org_id, '#o' || org_id || 'b' || (id >> 16)])
    || to_tsvector('loquat', translate(topic || ' ' || content, './_-:@#\+<>&', '            '))
$$;

create table message_words (
  org_id bigint not null,
  message_id bigint primary key references message on delete cascade,
  words tsvector not null
);
create index message_words_organization on message_words (org_id, message_id);
create index message_words_search on message_words using gin (words);

-- Texts that change are found by their new words at once, whichever statement changes them, and however many.
create function follow_words() returns trigger language plpgsql as $$
begin
  update message_words w
  set words = words_of(n.org_id, n.conversation_id, n.sender_id, n.id, n.topic, n.content)
  from after n join before o on o.id = n.id
  where w.message_id = n.id
    and (o.conversation_id, o.topic, o.content) is distinct from (n.conversation_id, n.topic, n.content);
  return null;
end
$$;
create trigger message_words_follow after update on message
  referencing old table as before new table as after for each statement execute function follow_words();
