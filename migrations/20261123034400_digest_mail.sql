-- The last digest that somebody was mailed: for which day of the person's own calendar, and up to which message.
create table digest_mail (
  user_id bigint primary key references account,
  org_id bigint not null references organization,
  day integer not null,
  message_id bigint not null
);
create index digest_mail_organization on digest_mail (org_id);
