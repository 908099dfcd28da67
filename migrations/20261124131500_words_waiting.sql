-- What waits to be put into the index of words is put there by whoever makes the list too long, and read by every search.
-- perf: of four megabytes, as PostgreSQL has it, that took a quarter of a second of the embedded database at once.
alter index message_words_search set (gin_pending_list_limit = 128);
