-- As whom mail comes to channels that is nobody's in particular: organizations that are founded from now on have it.
insert into account (org_id, email, full_name, role, bot_type, is_system_bot, api_key, created_at)
select b.org_id, 'emailgateway@' || split_part(b.email, '@', 2), 'Email Gateway', b.role, b.bot_type, true,
  substr(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 1, 32), now()
from account b
where b.is_system_bot and b.email like 'notification-bot@%'
on conflict do nothing;

-- Mail that has become a message, so that the same one does not become another: servers send again what they have no
-- answer to.
create table received_mail (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  identity text not null,
  place text not null,
  message_id bigint not null,
  received_at timestamptz not null,
  unique (org_id, identity, place)
);
create index received_mail_age on received_mail (org_id, received_at);
