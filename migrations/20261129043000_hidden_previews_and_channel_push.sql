-- Hides the link previews of a message from one user.
alter table message_flag add column hide_link_previews boolean not null default false;
-- New subscribers of the channel get push notifications about its messages, whatever their own default is.
alter table channel add column default_push_notifications boolean not null default false;
