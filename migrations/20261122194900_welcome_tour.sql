-- Which step of the welcome somebody has been asked to do. Who has done all, or wants no more, has no row.
create table welcome_tour (
  user_id bigint primary key references account,
  org_id bigint not null references organization,
  step text not null check (step in ('reply', 'react', 'topic', 'mute'))
);
create index welcome_tour_org on welcome_tour (org_id);
