-- A foreign key costs a locked row for every message whose words are taken, and a look-up for every one deleted; one
-- index does what two did.
alter table message_words drop constraint message_words_message_id_fkey;
alter table message_words drop constraint message_words_pkey;
drop index message_words_organization;
alter table message_words add primary key (org_id, message_id);

create function forget_words() returns trigger language plpgsql as $$
begin
  delete from message_words w using gone g where w.org_id = g.org_id and w.message_id = g.id;
  return null;
end
$$;
create trigger message_words_forget after delete on message
  referencing old table as gone for each statement execute function forget_words();

create or replace function follow_words() returns trigger language plpgsql as $$
begin
  execute 'update message_words w
    set words = words_of(n.org_id, n.conversation_id, n.sender_id, n.id, n.topic, n.content)
    from after n join before o on o.id = n.id
    where w.org_id = n.org_id and w.message_id = n.id
      and (o.conversation_id, o.topic, o.content) is distinct from (n.conversation_id, n.topic, n.content)';
  return null;
end
$$;
