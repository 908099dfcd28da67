-- What an account is entered with besides a password.

-- Codes of an app, by a secret that is sealed with the server's key.
create table second_factor (
  user_id bigint primary key references account,
  org_id bigint not null references organization,
  secret text not null,
  enabled_at timestamptz not null,
  -- of the newest code that was used, in steps of 30 seconds since 1970: none counts twice
  last_step bigint not null
);
create index second_factor_organization on second_factor (org_id);

-- Each counts once, and is gone then. Whoever reads the table cannot use what is in it.
create table recovery_code (
  org_id bigint not null references organization,
  user_id bigint not null references account,
  code_hash text not null,
  primary key (user_id, code_hash)
);
create index recovery_code_organization on recovery_code (org_id);
