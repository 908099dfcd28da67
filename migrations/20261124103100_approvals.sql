-- What programs have asked to do and somebody has to approve.
create table agent_request (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  -- for whom the program acts
  user_id bigint not null references account,
  token_id bigint not null,
  agent text not null,
  -- the call, as it came
  operation text not null,
  params jsonb not null,
  address text not null,
  -- why it waits, and for whom: person or administrators
  reason text not null,
  approver text not null,
  -- waiting, approved, done, failed, refused, withdrawn, expired
  state text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by bigint references account,
  decided_at timestamptz,
  -- of a call that was refused after all
  problem text,
  -- what the call has answered
  result jsonb,
  -- when it expires, or is to be carried out; null when nothing is to come
  due_at timestamptz,
  attempts integer not null default 0
);
create index agent_request_account on agent_request (user_id, id);
create index agent_request_organization on agent_request (org_id, id);
create index agent_request_due on agent_request (due_at) where due_at is not null;

-- The messages by which people were told, on which they may answer by a reaction.
create table agent_request_notice (
  message_id bigint primary key references message on delete cascade,
  org_id bigint not null references organization,
  request_id bigint not null references agent_request on delete cascade
);
create index agent_request_notice_request on agent_request_notice (request_id);

-- Which acts of programs wait.
create table agent_policy (
  org_id bigint primary key references organization,
  announcements text not null,
  wide_mentions text not null,
  others_messages text not null,
  administration text not null,
  channel_ids bigint[] not null
);
