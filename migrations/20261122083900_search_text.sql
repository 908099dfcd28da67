-- What is searched for and what is searched look the same, whatever locale a database has: no case, no accents,
-- compatible forms, signs as spaces. Scripts that are written without spaces between words, or whose letters parsers do not agree on,
-- are taken letter by letter: each is a word of its own, ƿ and the letter's number, which no parser changes; ƿ0
-- stands where something separates two of them.
create function search_text(given text) returns text language plpgsql immutable strict parallel safe as $$
declare
  t text;
begin
  if octet_length(given) = char_length(given) then
    return replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(given collate "C"), '.', ' '), '/', ' '), '_', ' '), '-', ' '), ':', ' '), '@', ' '), '#', ' '), '\', ' '), '+', ' '), '<', ' '), '>', ' '), '&', ' ');
  end if;
  -- marks on letters, and what cannot be seen
  t := normalize(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1dc0-\u1dff\u2de0-\u2dff\u00ad\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff]+', '', 'g'), NFKC);
  t := lower(t collate "C");
  -- perf: every character is compared with all of these
  if t ~ '[ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯς]' then
    t := translate(t, 'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯς', 'αβγδεζηθικλμνξοπρστυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюяσ');
  end if;
  if t ~ '[ÆÐØÞĐĦŁŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖøđħłıðƿ٠۰١۱٢۲٣۳٤۴٥۵٦۶٧۷٨۸٩۹]' then
    t := translate(t, 'ÆÐØÞĐĦŁŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖøđħłıðƿ٠۰١۱٢۲٣۳٤۴٥۵٦۶٧۷٨۸٩۹', 'ædoþdhlŋœŧɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕwȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆodhlidw00112233445566778899');
  end if;
  t := replace(replace(replace(t, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
  -- everything that is neither letter nor number
  t := regexp_replace(t, '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02c2-\u02c5\u02d2-\u02eb\u02ed\u02ef-\u02ff\u0375\u03f6\u0482\u055a-\u055f\u0589-\u058f\u05be\u05c0\u05c3\u05c6\u05f3-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u06dd-\u06de\u06e9\u06fd-\u06fe\u0700-\u070f\u07f6-\u07f9\u07fe-\u07ff\u0830-\u083e\u085e\u0888\u0890-\u0891\u08e2\u0964-\u0965\u0970\u09f2-\u09f3\u09fa-\u09fb\u09fd\u0a76\u0af0-\u0af1\u0b70\u0bf3-\u0bfa\u0c77\u0c7f\u0c84\u0d4f\u0d79\u0df4\u0e3f\u0e4f\u0e5a-\u0e5b\u0f01-\u0f17\u0f1a-\u0f1f\u0f34\u0f36\u0f38\u0f3a-\u0f3d\u0f85\u0fbe-\u0fc5\u0fc7-\u0fda\u104a-\u104f\u109e-\u109f\u10fb\u1360-\u1368\u1390-\u1399\u1400\u166d-\u166e\u1680\u169b-\u169c\u16eb-\u16ed\u1735-\u1736\u17d4-\u17d6\u17d8-\u17db\u1800-\u180a\u180e\u1940-\u1945\u19de-\u19ff\u1a1e-\u1a1f\u1aa0-\u1aa6\u1aa8-\u1aad\u1b4e-\u1b4f\u1b5a-\u1b6a\u1b74-\u1b7f\u1bfc-\u1bff\u1c3b-\u1c3f\u1c7e-\u1c7f\u1cc0-\u1cc7\u1cd3\u200b-\u20c1\u2104-\u212e\u213a-\u214d\u214f\u218a-\u244a\u2500-\u2775\u2794-\u2bff\u2ce5-\u2cea\u2cf9-\u2cfc\u2cfe-\u2cff\u2d70\u2e00-\u2e2e\u2e30-\u3004\u3008-\u3020\u3030\u3037\u303d-\u303f\u30a0\u30fb\u3190-\u3191\u31c0-\u31ef\u327f\u4dc0-\u4dff\ua490-\ua4c6\ua4fe-\ua4ff\ua60d-\ua60f\ua673\ua67e\ua6f2-\ua716\ua720-\ua721\ua789-\ua78a\ua828-\ua82b\ua836-\ua839\ua874-\ua877\ua8ce-\ua8cf\ua8f8-\ua8fa\ua8fc\ua92e-\ua92f\ua95f\ua9c1-\ua9cd\ua9de-\ua9df\uaa5c-\uaa5f\uaa77-\uaa79\uaade-\uaadf\uaaf0-\uaaf1\uab5b\uab6a-\uab6b\uabeb\ue000-\uf8ff\ufbb2-\ufdff\ufe45-\ufe46\ufeff-\ufffd\U00010100-\U00010102\U00010137-\U0001013f\U00010179-\U00010189\U0001018c-\U000101fc\U0001039f\U000103d0\U0001056f\U00010857\U00010877-\U00010878\U0001091f\U0001093f\U00010a50-\U00010a58\U00010a7f\U00010ac8\U00010af0-\U00010af6\U00010b39-\U00010b3f\U00010b99-\U00010b9c\U00010d6e\U00010d8e-\U00010d8f\U00010ead\U00010ed0-\U00010ed8\U00010f55-\U00010f59\U00010f86-\U00010f89\U00011047-\U0001104d\U000110bb-\U000110c1\U000110cd\U00011140-\U00011143\U00011174-\U00011175\U000111c5-\U000111c8\U000111cd\U000111db\U000111dd-\U000111df\U00011238-\U0001123d\U000112a9\U000113d4-\U000113d8\U0001144b-\U0001144f\U0001145a-\U0001145d\U000114c6\U000115c1-\U000115d7\U00011641-\U00011643\U00011660-\U0001166c\U000116b9\U0001173c-\U0001173f\U0001183b\U00011944-\U00011946\U000119e2\U00011a3f-\U00011a46\U00011a9a-\U00011a9c\U00011a9e-\U00011aa2\U00011b00-\U00011b09\U00011be1\U00011c41-\U00011c45\U00011c70-\U00011c71\U00011ef7-\U00011ef8\U00011f43-\U00011f4f\U00011fd5-\U00011fff\U00012470-\U00012474\U00012ff1-\U00012ff2\U00013430-\U0001343f\U00016a6e-\U00016a6f\U00016af5\U00016b37-\U00016b3f\U00016b44-\U00016b45\U00016d6d-\U00016d6f\U00016e97-\U00016e9a\U00016fe2\U0001bc9c\U0001bc9f-\U0001cef0\U0001cf50-\U0001d15d\U0001d16a-\U0001d16c\U0001d173-\U0001d17a\U0001d183-\U0001d184\U0001d18c-\U0001d1a9\U0001d1ae-\U0001d241\U0001d245\U0001d300-\U0001d356\U0001d800-\U0001d9ff\U0001da37-\U0001da3a\U0001da6d-\U0001da74\U0001da76-\U0001da83\U0001da85-\U0001da8b\U0001e14f\U0001e2ff\U0001e5ff\U0001e95e-\U0001e95f\U0001ecac\U0001ecb0\U0001ed2e\U0001eef0-\U0001f0f5\U0001f10d-\U0001fbfa\U000e0001-\U000e007f]+', ' ', 'g');
  if t !~ '[^\u0001-\u06ff\u10a0-\u10ff\u1200-\u13ff\u1c80-\u1cbf\u1d00-\u1fff\u2c00-\u2dff\ua640-\ua69f\ua720-\ua7ff\uab30-\uabbf]' then
    return t;
  end if;
  return (
    select string_agg(
      case when single then ' ƿ' || ascii(c) || ' ' when c = ' ' and before and after then ' ƿ0 ' else c end, '' order by i)
    from (
      select c, i, single, lag(single) over (order by i) as before, lead(single) over (order by i) as after
      from (
        select c, i, ascii(c) > 1791 and not (ascii(c) between 4256 and 4351 or ascii(c) between 4608 and 5119
          or ascii(c) between 7296 and 7359 or ascii(c) between 7424 and 8191 or ascii(c) between 11264 and 11775
          or ascii(c) between 42560 and 42655 or ascii(c) between 42784 and 43007 or ascii(c) between 43824 and 43967) as single
        from unnest(string_to_array(t, null)) with ordinality u(c, i)) letters) placed);
end
$$;

-- Single letters are in many messages, two that follow each other in few: with the pairs the index names these alone.
create function search_pairs(prepared text) returns text[] language sql immutable strict parallel safe as $$
  select case when prepared like '%ƿ%' then (
    select array_agg(one || next) from (
      select one, lead(one) over (order by i) as next
      from unnest(string_to_array(prepared, ' ')) with ordinality u(one, i)
      where one <> '') tokens
    where left(one, 1) = 'ƿ' and left(next, 1) = 'ƿ' and one <> 'ƿ0' and next <> 'ƿ0') end
$$;

-- What a text is looked for by: its words one after the other.
create function search_phrase(given text) returns tsquery language plpgsql immutable strict parallel safe as $$
declare
  prepared text := search_text(given);
  phrase tsquery := phraseto_tsquery('loquat', prepared);
  pairs text[] := search_pairs(prepared);
begin
  if pairs is null then
    return phrase;
  end if;
  return phrase && (select string_agg(quote_literal(pair), ' & ')::tsquery from unnest(pairs[1:16]) pair);
end
$$;

create function words_in(prepared text) returns tsvector language sql immutable strict parallel safe as $$
  select array_to_tsvector(coalesce(search_pairs(prepared), '{}')) || to_tsvector('loquat', prepared)
$$;

create or replace function words_of(org_id bigint, conversation_id bigint, sender_id bigint, id bigint, topic text, content text)
returns tsvector language sql immutable parallel safe as $$
  select array_to_tsvector(array['#c' || conversation_id, '#s' || sender_id, '#o' || org_id, '#o' || org_id || 'b' || (id >> 16)])
    || words_in(search_text(topic || ' ' || content))
$$;

-- What files hold, taken in the background. Files without a row have not been looked at.
create table attachment_text (
  attachment_id bigint primary key references attachment on delete cascade,
  org_id bigint not null,
  prepared text not null,
  words tsvector not null
);

create aggregate words_together(tsvector) (sfunc = tsvector_concat, stype = tsvector, initcond = '');

-- Of the files that a message holds; a value of type tsvector has room for so many.
create function words_of_files(holder_id bigint) returns tsvector language sql stable parallel safe as $$
  select words_together(t.words order by t.attachment_id)
  from (select attachment_id from attachment_message where message_id = holder_id order by attachment_id limit 4) held
  join attachment_text t on t.attachment_id = held.attachment_id
$$;

-- Every word of an organization, for parts of words and for words with a slip. Found by the three letters that follow
-- each other in it, its beginning and its end included.
create table search_word (
  org_id bigint not null,
  word text not null,
  primary key (org_id, word)
);
create function triples_of(org_id bigint, word text) returns text[] language sql immutable strict parallel safe as $$
  select array_agg(distinct org_id || ':' || substr('^' || word || '$', i, 3)) from generate_series(1, char_length(word)) i
$$;
-- a search reads all that waits to be put into the index
create index search_word_triples on search_word using gin (triples_of(org_id, word)) with (gin_pending_list_limit = 128);

create function words_listed(prepared text) returns text[] language sql immutable strict parallel safe as $$
  select array_agg(word) from unnest(tsvector_to_array(to_tsvector('simple', prepared))) word
  where char_length(word) between 3 and 100 and left(word, 1) <> 'ƿ'
$$;

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
    on conflict do nothing';
  return null;
end
$$;

-- A message that comes to hold a file, or holds it no more.
create function follow_files() returns trigger language plpgsql as $$
begin
  update message_words w
  set words = words_of(m.org_id, m.conversation_id, m.sender_id, m.id, m.topic, m.content) || words_of_files(m.id)
  from (select distinct c.message_id from changed c join attachment_text t on t.attachment_id = c.attachment_id) held
  join message m on m.id = held.message_id
  where w.org_id = m.org_id and w.message_id = m.id;
  return null;
end
$$;
create trigger attachment_message_added after insert on attachment_message
  referencing new table as changed for each statement execute function follow_files();
create trigger attachment_message_removed after delete on attachment_message
  referencing old table as changed for each statement execute function follow_files();

-- All words are taken anew, in the background; meanwhile those of before are found. Which messages' words stand in
-- search_word is known apart: what is sent need not wait for them.
update words_taken set taken = '{}';
alter table words_taken add column listed int8multirange not null default '{}';
