-- a browser shows that a call rings, until the ring stops; for the message of the call
alter table push_notice add column ring jsonb;
alter table push_notice drop constraint push_notice_state_check;
alter table push_notice add constraint push_notice_state_check
  check (state in ('send', 'shown', 'remove', 'ring', 'ringing'));

-- a person can be rung several times for a call
alter table call_ring drop constraint call_ring_pkey;
alter table call_ring add primary key (call_id, user_id, rung_at);
create unique index call_ring_now on call_ring (call_id, user_id) where outcome is null;
