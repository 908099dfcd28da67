-- Links that a change of the account has ended. They stay until they would have expired: they count against how often
-- somebody may be written to.
alter table mailed_link add column ended boolean not null default false;
