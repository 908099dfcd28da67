-- rules can also report messages, restrict their authors, and check names, statuses, and profile fields
alter table moderation_rule
  -- null: until a moderator lifts the restriction
  add restrict_minutes integer default 1440,
  add checks_profiles boolean not null default false;
-- of the rule that reported the message; null for people's reports
alter table message_report add rule_name text;
-- whether moderators could read the reported message then, so that its author can't hide it by deleting it
alter table message_report add was_public boolean not null default false;
-- reports by rules don't have a notice
alter table message_report alter column notice_id drop not null;
