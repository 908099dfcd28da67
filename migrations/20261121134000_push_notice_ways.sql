-- By which way a notice goes, so that what is due on one is found in order, however much waits; and devices come second,
-- so that a message that was read is found among those of thousands.
alter table push_notice add column way text not null default 'relay' check (way in ('relay', 'web'));
update push_notice set way = 'web' where device_id in (select id from push_device where kind = 'web');
alter table push_notice alter column way drop default;
drop index push_notice_device;
drop index push_notice_message;
drop index push_notice_user;
drop index push_notice_due;
create unique index push_notice_message on push_notice (message_id, device_id);
create index push_notice_device on push_notice (device_id);
create index push_notice_due on push_notice (way, due_at) where due_at is not null;
create index push_notice_turn on push_notice (org_id, way, due_at, id) where due_at is not null;
