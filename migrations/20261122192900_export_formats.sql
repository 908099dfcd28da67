-- An export says in which format it is, how far it is, and in the end what is in it.
alter table realm_export add column format text not null default 'loquat';
alter table realm_export add column percent integer not null default 0;
alter table realm_export add column counts jsonb;
