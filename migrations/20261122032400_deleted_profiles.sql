-- Accounts whose profile was deleted along with their deactivation: nothing says whose they were.

alter table account add column profile_deleted boolean not null default false;
