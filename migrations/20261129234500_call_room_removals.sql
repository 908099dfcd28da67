-- the sessions to remove from the room: the latest ones that left the call, or came back without a session
alter table call_room add column removed text[] not null default '{}';
-- when the room was last known to exist, after its call ended
alter table call_room add column existed_at timestamptz;
