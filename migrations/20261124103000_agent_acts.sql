-- What programs have done with access tokens, with what it takes to put things back.
create table agent_act (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  -- for whom the program acted
  user_id bigint not null references account,
  -- the row stays when the token is revoked
  token_id bigint not null,
  agent text not null,
  request_id text not null,
  operation text not null,
  at timestamptz not null,
  -- what was done, as people are told
  summary jsonb not null,
  -- what it takes to undo it; null where it cannot be undone, or not any more
  deeds jsonb,
  undone_at timestamptz,
  undone_by bigint references account
);
create index agent_act_account on agent_act (user_id, id);
create index agent_act_organization on agent_act (org_id, id);
create index agent_act_request on agent_act (request_id);
-- what is to be forgotten after an hour
create index agent_act_undoable on agent_act (org_id, at) where deeds is not null;
create index agent_act_time on agent_act (org_id, at);
