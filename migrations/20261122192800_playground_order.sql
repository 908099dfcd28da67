-- Where a language has several playgrounds, administrators say in which order they are offered.
alter table code_playground add column rank integer not null default 0;
