-- The address of an archive has a secret of its own, which ends and can be taken away while the archive stays.
alter table realm_export add column link_token text;
alter table realm_export add column link_expires_at timestamptz;
update realm_export set link_token = token, link_expires_at = finished_at + interval '7 days'
  where finished_at is not null and deleted_at is null;
