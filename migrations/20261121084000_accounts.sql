-- Owners who may change other people's e-mail addresses, and what bots are set up to do.
alter table account add column can_change_user_emails boolean not null default false;
alter table account add column bot_settings jsonb not null default '{}';
create index account_bot_owner on account (bot_owner_id) where bot_owner_id is not null;
