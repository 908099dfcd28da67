-- moderators' questions to the applicant, each with its answer
alter table application add column follow_ups jsonb not null default '[]';
-- a keyed hash of the network of the applicant's address; null if the address isn't public
alter table application add column network_hash text;
create index application_network on application (org_id, network_hash) where network_hash is not null;
