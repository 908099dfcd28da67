-- Whoever was invited by mail is reminded once, before the invitation ends.

alter table invitation add column remind_at timestamptz;
-- the reminder has a link of its own, because nobody knows that of the first mail any more
alter table invitation add column reminder_hash text;
create unique index invitation_reminder on invitation (reminder_hash) where reminder_hash is not null;
create index invitation_due on invitation (remind_at) where remind_at is not null;
