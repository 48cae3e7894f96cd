-- Identity providers of accounts. `settings` belongs to the protocol; `secret` is sealed.
create table sso_connections (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  name text not null,
  protocol text not null check (protocol in ('oidc', 'saml')),
  settings jsonb not null,
  secret bytea,
  role_claim text,
  role_map jsonb not null,
  default_role text,
  provisioning text not null check (provisioning in ('invited', 'onSignIn')),
  enforced boolean not null,
  -- The owner who may sign in without the provider.
  break_glass_id uuid references auth."user" on delete set null,
  -- Switched off by the operator.
  disabled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index sso_connections_account on sso_connections (account_id, id);

-- Domains of accounts, in ASCII and as people write them.
create table sso_domains (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  domain text not null,
  written text not null,
  token text not null,
  connection_id uuid references sso_connections on delete set null,
  created_at timestamptz not null,
  verified_at timestamptz,
  checked_at timestamptz,
  -- First daily check that didn't find the record.
  missing_since timestamptz,
  unique (account_id, domain)
);
-- A verified domain belongs to one account.
create unique index sso_domains_verified on sso_domains (domain) where verified_at is not null;
create index sso_domains_connection on sso_domains (connection_id) where connection_id is not null;
create index sso_domains_due on sso_domains (checked_at) where verified_at is not null;

-- Users by the provider's stable name for them, never by their address.
create table sso_identities (
  connection_id uuid not null references sso_connections on delete cascade,
  subject text not null,
  person_id uuid not null references auth."user" on delete cascade,
  created_at timestamptz not null,
  used_at timestamptz not null,
  primary key (connection_id, subject),
  unique (connection_id, person_id)
);
create index sso_identities_person on sso_identities (person_id);

-- Sign-ins and tests in progress. Each is used once.
create table sso_requests (
  -- Hash of the value that the browser or the provider sends back.
  id bytea primary key,
  connection_id uuid not null references sso_connections on delete cascade,
  -- `test` is a link that an admin opens; `sign-in` waits for the provider.
  kind text not null check (kind in ('test', 'sign-in')),
  is_test boolean not null,
  next text not null,
  nonce text,
  verifier text,
  -- Hash of the browser's cookie.
  browser bytea,
  -- The admin who tests.
  person_id uuid references auth."user" on delete cascade,
  expires_at timestamptz not null
);
create index sso_requests_expired on sso_requests (expires_at);
create index sso_requests_connection on sso_requests (connection_id);
