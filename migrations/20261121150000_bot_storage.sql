create table bot_storage (
  org_id bigint not null references organization,
  user_id bigint not null references account on delete cascade,
  key text not null,
  value text not null,
  primary key (user_id, key)
);
