-- Messages that people have reported, with what has become of it. What was reported is kept as it was then: the message
-- may be changed or deleted since. `notice_id` is the message by which moderators were told.
create table message_report (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  message_id bigint not null,
  notice_id bigint not null,
  reporter_id bigint not null references account,
  author_id bigint not null references account,
  kind text not null,
  description text not null,
  content text not null,
  reported_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'handled', 'dismissed')),
  handled_by bigint references account,
  handled_at timestamptz,
  action text,
  note text not null default ''
);
create index message_report_org on message_report (org_id, id);
create index message_report_state on message_report (org_id, state, id);
create index message_report_reporter on message_report (reporter_id);
create index message_report_author on message_report (author_id);
