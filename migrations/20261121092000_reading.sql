-- Stems English words and keeps the ones that carry little meaning, so that a search for nothing else finds them too.
create text search dictionary loquat_stem (template = snowball, language = english);
create text search configuration loquat (copy = english);
alter text search configuration loquat
  alter mapping for asciiword, asciihword, hword_asciipart, word, hword, hword_part with loquat_stem;

-- Beside the words a message holds marks that no text can hold: its conversation (#c), its sender (#s), its
-- organization (#o), and that with a stretch of 65,536 message ids (#o…b…). With them the index answers for one
-- conversation, one sender or the newest history alone, however often a word stands elsewhere. Signs inside words
-- separate words.
alter table message drop column search;
alter table message add column search tsvector generated always as (
  array_to_tsvector(array['#c' || conversation_id, '#s' || sender_id, '#o' || org_id, '#o' || org_id || 'b' || (id >> 16)])
  || to_tsvector('loquat', translate(topic || ' ' || content, './_-:@#\+<>&', '            '))
) stored;
create index message_search on message using gin (search);

-- One sender in one conversation; and what few messages have, so that looking for it does not read the others.
create index message_conversation_sender on message (conversation_id, sender_id, id);
create index message_link on message (conversation_id, id) where has_link;
create index message_image on message (conversation_id, id) where has_image;
create index message_with_attachment on message (conversation_id, id) where has_attachment;
create index message_channel_wildcard on message (conversation_id, id) where channel_wildcard;
create index message_resolved on message (conversation_id, id) where topic like '✔ %';
create index message_flag_alerted on message_flag (user_id, message_id) where has_alert_word;
create index reaction_organization on reaction (org_id, message_id);
