-- The names of the settings that a person has ever changed: whoever sets them for many people may leave those alone.
alter table account add column edited_settings jsonb not null default '[]';
