-- Signed posts of tools that have become a message, so that the same one, sent again by whoever has overheard it or by a
-- tool that had no answer, does not become another.
create table signed_post (
  bot_id bigint not null references account,
  org_id bigint not null references organization,
  digest text not null,
  posted_at timestamptz not null,
  primary key (bot_id, digest)
);
create index signed_post_age on signed_post (org_id, posted_at);
