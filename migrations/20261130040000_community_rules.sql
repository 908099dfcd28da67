-- versions of an organization's rules; an empty text is the deletion of the rules
create table community_rules (
  org_id bigint not null references organization,
  version integer not null,
  -- the newest version that members have to accept; 0 if there's none
  required_version integer not null,
  text text not null,
  rendered text not null,
  author_id bigint not null references account,
  created_at timestamptz not null,
  primary key (org_id, version)
);
create index community_rules_author on community_rules (author_id);

-- version 0: the account was created without its owner seeing the rules
create table accepted_rules (
  org_id bigint not null references organization,
  user_id bigint not null references account,
  version integer not null,
  accepted_at timestamptz not null,
  primary key (user_id, version)
);
create index accepted_rules_of_org on accepted_rules (org_id);
