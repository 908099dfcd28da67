-- automations that other services start by posting JSON
alter table automation
  -- SHA-256 of the secret key in its address
  add column webhook_hash text,
  -- the key, encrypted with the server's key
  add column webhook_sealed text;
create unique index automation_of_webhook on automation (webhook_hash) where webhook_hash is not null;
-- what the service posted, until the run is done
alter table automation_run add column payload jsonb;
