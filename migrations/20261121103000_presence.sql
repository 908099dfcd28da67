-- When each person was last there. Written behind memory, in batches and over and over: no index but the key, and half
-- of each page left free, so that a new version of a row takes the place of an old one without a vacuum.
create table presence (
  org_id bigint not null,
  user_id bigint primary key references account,
  -- the person used a client
  active_at timestamptz not null,
  -- some client was connected
  idle_at timestamptz not null,
  update_id bigint not null
) with (fillfactor = 50);
