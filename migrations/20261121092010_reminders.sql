create table reminder (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  user_id bigint not null references account,
  -- no reference: the message may be deleted meanwhile
  message_id bigint,
  note text not null default '',
  content text not null,
  rendered_content text not null,
  due_at timestamptz not null,
  created_at timestamptz not null
);
create index reminder_due on reminder (due_at);
create index reminder_user on reminder (user_id, due_at);
