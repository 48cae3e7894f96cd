-- Created in a session that single sign-on alone opened. Like the session, the key accepts no invitations.
alter table api_keys add column sso_only boolean not null default false;
-- How earlier ones were created is unknown.
update api_keys k set sso_only = true from members m
where m.id = k.member_id and exists (
  select 1 from sso_identities i join sso_connections c on c.id = i.connection_id
  where i.person_id = m.person_id and c.account_id = m.account_id);
