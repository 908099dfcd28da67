-- What devices are to be told, and what they show. One row per device and message, from the message on until the device
-- shows it no more:
--   send    the notification is due at due_at
--   shown   it was handed over; nothing is due
--   remove  the message was read or deleted since: the device is to take the notification away at due_at
create table push_notice (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  user_id bigint not null references account,
  device_id bigint not null references push_device on delete cascade,
  -- no reference: the message may be deleted before the device knows
  message_id bigint not null,
  state text not null check (state in ('send', 'shown', 'remove')),
  -- the group through which the person was mentioned, where that is the reason
  group_id bigint,
  attempts int not null default 0,
  due_at timestamptz,
  created_at timestamptz not null
);
create unique index push_notice_device on push_notice (device_id, message_id);
create index push_notice_message on push_notice (message_id);
create index push_notice_user on push_notice (user_id);
create index push_notice_due on push_notice (due_at) where due_at is not null;
