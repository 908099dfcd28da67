-- The names that clients give to messages they send, so that one that is sent again is not written again.
create table message_key (
  org_id bigint not null references organization,
  user_id bigint not null references account,
  key text not null,
  message_id bigint not null,
  sent_at timestamptz not null,
  primary key (user_id, key)
);
create index message_key_age on message_key (org_id, sent_at);
