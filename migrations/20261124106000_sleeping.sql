-- When an organization that is not in memory is to be looked after: something is due there by time alone. Null for not
-- before somebody uses it. Organizations that there are already have their turns within a day, spread over it.
alter table organization add column wake_at timestamptz default now() + interval '1 day';
update organization set wake_at = now() + random() * interval '1 day';
create index organization_wake on organization (wake_at);
