-- What administrators set up for everybody: linkifiers, code playgrounds, domains of new people's addresses.
create table linkifier (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  pattern text not null,
  url_template text not null,
  example_input text,
  reverse_template text,
  alternative_url_templates jsonb not null default '[]',
  -- the place among the organization's, from 1
  rank integer not null
);
create index linkifier_organization on linkifier (org_id, rank);

create table code_playground (
  id bigint generated always as identity primary key,
  org_id bigint not null references organization,
  name text not null,
  pygments_language text not null,
  url_template text not null
);
create index code_playground_organization on code_playground (org_id, id);

create table realm_domain (
  org_id bigint not null references organization,
  domain text not null,
  allow_subdomains boolean not null,
  primary key (org_id, domain)
);
