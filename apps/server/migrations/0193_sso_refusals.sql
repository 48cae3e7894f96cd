-- Refused sign-ins since a time, to bound the entries in the audit log.
alter table sso_connections add column refused_since timestamptz, add column refused integer not null default 0;
