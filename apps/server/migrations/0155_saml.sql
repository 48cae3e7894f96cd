-- Last usable metadata of SAML identity providers. Separate from the connection, so that a refresh doesn't change its ETag.
create table sso_saml_metadata (
  connection_id uuid primary key references sso_connections on delete cascade,
  entity_id text not null,
  sso_url text not null,
  certificates jsonb not null,
  valid_until timestamptz,
  -- Null if it was pasted.
  url text,
  fetched_at timestamptz not null,
  refresh_at timestamptz not null,
  -- Why the last refresh failed.
  error text
);
create index sso_saml_metadata_due on sso_saml_metadata (refresh_at) where url is not null;

-- Proven identities on their way from the provider's POST, which comes without cookies, to our page. Each is used once.
create table sso_saml_results (
  -- Hash of the code in the URL.
  id bytea primary key,
  connection_id uuid not null references sso_connections on delete cascade,
  content jsonb not null,
  expires_at timestamptz not null
);
create index sso_saml_results_connection on sso_saml_results (connection_id);
create index sso_saml_results_expired on sso_saml_results (expires_at);

-- Assertions that were used, until they expire.
create table sso_saml_assertions (
  connection_id uuid not null references sso_connections on delete cascade,
  -- Hash of the assertion's ID.
  id bytea not null,
  expires_at timestamptz not null,
  primary key (connection_id, id)
);
create index sso_saml_assertions_expired on sso_saml_assertions (expires_at);
