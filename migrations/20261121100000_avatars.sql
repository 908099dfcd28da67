-- Where the picture that somebody uploaded is kept.
alter table account add column avatar_key text;
