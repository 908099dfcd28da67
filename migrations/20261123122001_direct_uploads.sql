-- Of an upload that its client sends straight to the bucket: the path of the file that it will be, what the bucket calls the
-- upload, the size of its parts and the tags of those that are there. Null for one that the server takes.
alter table resumable_upload add column direct jsonb;
