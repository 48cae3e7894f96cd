-- Each account has its own keys and URLs as an LTI tool, which its platforms trust. Keys without an account are for platforms with the URLs that all accounts share.
alter table lti_keys add column account_id uuid references accounts on delete cascade;
create index lti_keys_account on lti_keys (account_id, created_at);

-- Platforms registered before have the URLs that all accounts share, so their issuer and client ID must name one account.
alter table lti_platforms add column shared_urls boolean not null default true;
alter table lti_platforms alter column shared_urls set default false;
create unique index lti_platforms_shared on lti_platforms (issuer, client_id) where shared_urls;
create unique index lti_platforms_own on lti_platforms (account_id, issuer, client_id);
alter table lti_platforms drop constraint lti_platforms_issuer_client_id_key;

-- Refused launches since a time, to bound the entries in the audit log.
alter table lti_platforms add column refused_since timestamptz, add column refused integer not null default 0;

-- Completion that can't be reported yet, because the operator switched the platform off or its deployment was removed.
alter table lti_learners add column unreported boolean not null default false;
create index lti_learners_unreported on lti_learners (link_id, user_id) where unreported;
