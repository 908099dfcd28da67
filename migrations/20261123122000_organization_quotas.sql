-- What the operator lets one organization have, where it differs from what the server's options say: a number, or null for
-- no limit. Names are upload_mib, messages_per_minute and event_queues.
alter table organization add column quotas jsonb not null default '{}';

-- How many there are is asked whenever a client registers where they are limited.
create index event_queue_organization on event_queue (org_id);
