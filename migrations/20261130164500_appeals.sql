-- an appeal comes from someone who is banned, and is answered by email
alter table modmail add column kind text not null default 'message' check (kind in ('message', 'appeal'));
alter table modmail alter column kind drop default;
