-- When the words of a file are to be taken; null once they are. Asked every few seconds, so there is an index of these
-- files alone.
alter table attachment add column words_due_at timestamptz default now();
update attachment a set words_due_at = null
where exists (select 1 from attachment_text t where t.attachment_id = a.id);
create index attachment_without_words on attachment (org_id, id) where words_due_at is not null and unused_since is null;
