-- Messages that people are to get mail about, until the mail is made or is not needed any more.
create table missed_message (
  org_id bigint not null references organization (id),
  user_id bigint not null,
  message_id bigint not null,
  trigger text not null,
  group_id bigint,
  due_at timestamptz not null,
  primary key (user_id, message_id)
);
create index missed_message_due on missed_message (due_at);

-- What a mail has beside its text: the conversation that it belongs to, how to get no more of its kind.
alter table outgoing_mail add column extra jsonb not null default '{}';
