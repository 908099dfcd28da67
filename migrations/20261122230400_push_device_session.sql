-- A browser that is told of messages belongs to the session in which it asked for it, and goes with that.
alter table push_device add column session_id bigint references session (id) on delete cascade;
create index push_device_session on push_device (session_id) where session_id is not null;
