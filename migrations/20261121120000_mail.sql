-- Mail that waits to be handed over. A row goes when its mail is out, or when it is given up.

create table outgoing_mail (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  -- what the mail is about, once: the same key is not taken twice while a mail waits, and it makes the Message-ID
  key text not null,
  to_name text not null,
  to_address text not null,
  from_name text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  attempts int not null default 0,
  due_at timestamptz not null,
  created_at timestamptz not null
);
create unique index outgoing_mail_key on outgoing_mail (org_id, key);
create index outgoing_mail_due on outgoing_mail (due_at);
