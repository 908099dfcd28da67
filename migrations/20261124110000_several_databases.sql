-- The databases among which the organizations of a server are spread: all of them in the one that the server begins with
-- (number 0), and in each other its own row. None where there is one database only. An id ends in the number of the
-- database that gave it, in steps of 16.
create table joined_database (
  name text primary key,
  number smallint not null unique check (number between 0 and 15),
  -- the same in all databases of one server
  family uuid not null,
  is_this_one boolean not null
);

-- Where organizations are that are not in this database, by their subdomains.
create table organization_place (
  subdomain text primary key,
  database_name text not null references joined_database (name)
);
create index organization_place_database on organization_place (database_name);
