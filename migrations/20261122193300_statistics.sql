-- Numbers of a day, in days since 1970 (UTC), counted a little at a time.
create table daily_statistic (
  org_id bigint not null references organization,
  day integer not null,
  kind text not null,
  value bigint not null,
  primary key (org_id, day, kind)
);
-- Who was there on a day: for as long as numbers of it may still be made.
create table active_day (
  org_id bigint not null references organization,
  day integer not null,
  user_id bigint not null references account,
  primary key (org_id, day, user_id)
);
-- Up to which message they are counted.
create table statistic_progress (
  org_id bigint primary key references organization,
  counted_message_id bigint not null,
  counted_at timestamptz not null
);
