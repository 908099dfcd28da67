-- What somebody says of themselves may end by itself; null: they take it back.

alter table user_status add column due_at timestamptz;
create index user_status_due on user_status (due_at) where due_at is not null;
