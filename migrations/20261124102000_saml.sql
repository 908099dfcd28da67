-- Assertions of SAML providers that somebody has signed in with, until they would be refused for their age: each counts once.
create table saml_assertion (
  org_id bigint not null references organization,
  issuer text not null,
  assertion_id text not null,
  expires_at timestamptz not null,
  primary key (org_id, issuer, assertion_id)
);
create index saml_assertion_expiry on saml_assertion (org_id, expires_at);
