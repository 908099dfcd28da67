-- whether a person has posted enough messages to become a full member, if the organization requires that
alter table account add column posted_enough boolean not null default false;
