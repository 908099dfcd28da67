-- new members' messages that reports by full members hid until a moderator decides; the text is in deleted_message
create table hidden_message (
  message_id bigint primary key,
  org_id bigint not null references organization,
  author_id bigint not null references account,
  hidden_at timestamptz not null,
  -- null: no moderator has decided. Reports don't hide a restored message again unless its text has changed.
  restored_at timestamptz
);
create index hidden_message_org on hidden_message (org_id);
create index hidden_message_author on hidden_message (author_id);
