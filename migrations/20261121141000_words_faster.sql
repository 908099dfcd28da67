-- The same words, ten times faster: translate compares every character with each of the twelve.
create or replace function words_of(org_id bigint, conversation_id bigint, sender_id bigint, id bigint, topic text, content text)
returns tsvector language sql immutable parallel safe as $$
  select array_to_tsvector(array['#c' || conversation_id, '#s' || sender_id, '#o' || org_id, '#o' || org_id || 'b' || (id >> 16)])
    || to_tsvector('loquat',
      replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(topic || ' ' || content, '.', ' '), '/', ' '), '_', ' '), '-', ' '), ':', ' '), '@', ' '), '#', ' '), '\', ' '), '+', ' '), '<', ' '), '>', ' '), '&', ' '))
$$;
