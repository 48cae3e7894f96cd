-- Keys with which the service signs as an LTI tool. Shared by all accounts; the private keys are sealed.
create table lti_keys (
  id uuid primary key,
  sealed bytea not null,
  public_jwk jsonb not null,
  created_at timestamptz not null
);

-- Learning platforms of accounts.
create table lti_platforms (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  name text not null,
  issuer text not null,
  client_id text not null,
  deployment_ids text[] not null,
  authorization_url text not null,
  token_url text not null,
  jwks_url text not null,
  launched_at timestamptz,
  -- Switched off by the operator.
  disabled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- A platform, with all its deployments, belongs to one account.
  unique (issuer, client_id)
);
create index lti_platforms_account on lti_platforms (account_id, id);

-- Links for dynamic registration. Each is used once.
create table lti_registrations (
  -- Hash of the token.
  id bytea primary key,
  account_id uuid not null references accounts on delete cascade,
  person_id uuid,
  key_id uuid,
  expires_at timestamptz not null
);
create index lti_registrations_expired on lti_registrations (expires_at);
create index lti_registrations_account on lti_registrations (account_id);

-- Launches that wait for the platform. Each is used once.
create table lti_requests (
  -- Hash of the state.
  id bytea primary key,
  platform_id uuid not null references lti_platforms on delete cascade,
  nonce text not null,
  -- Hash of the value in the browser's cookie or in the platform's storage.
  browser bytea not null,
  -- The login request, to start again in a window.
  hints jsonb not null,
  expires_at timestamptz not null
);
create index lti_requests_expired on lti_requests (expires_at);
create index lti_requests_platform on lti_requests (platform_id);

-- A badge and the rule by which a course issues it.
create table lti_activities (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  platform_id uuid not null references lti_platforms on delete cascade,
  deployment_id text not null,
  badge_id uuid not null,
  rule text not null check (rule in ('open', 'teacher', 'score')),
  -- The lowest score that earns the badge.
  percent integer check (percent between 1 and 100),
  created_at timestamptz not null,
  check ((rule = 'score') = (percent is not null))
);
create index lti_activities_account on lti_activities (account_id);
create index lti_activities_platform on lti_activities (platform_id);

-- Places in courses from which the service is opened, with the services that the platform offers there.
create table lti_links (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  platform_id uuid not null references lti_platforms on delete cascade,
  deployment_id text not null,
  resource_id text not null,
  activity_id uuid references lti_activities on delete set null,
  course text,
  line_item text,
  scopes text[] not null,
  roster_url text,
  launched_at timestamptz not null,
  -- Last time that the roster was read whole.
  roster_at timestamptz,
  -- Next time to read scores.
  check_at timestamptz,
  -- Why the last check failed.
  problem text,
  unique (platform_id, deployment_id, resource_id)
);
create index lti_links_account on lti_links (account_id);
create index lti_links_activity on lti_links (activity_id);
create index lti_links_due on lti_links (check_at) where check_at is not null;

-- People by issuer, deployment and subject, never by address.
create table lti_users (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  platform_id uuid not null references lti_platforms on delete cascade,
  deployment_id text not null,
  subject text not null,
  name text,
  email text,
  -- Email in lower case, for erasure.
  email_search text,
  updated_at timestamptz not null,
  unique (platform_id, deployment_id, subject)
);
create index lti_users_email on lti_users (account_id, email_search);

-- Learners of a link. Each gets its badge once.
create table lti_learners (
  link_id uuid not null references lti_links on delete cascade,
  user_id uuid not null references lti_users on delete cascade,
  -- In percent.
  score double precision,
  credential_id uuid,
  issued_at timestamptz,
  seen_at timestamptz not null,
  primary key (link_id, user_id)
);
create index lti_learners_user on lti_learners (user_id);

-- Opened pages, which work without cookies.
create table lti_sessions (
  -- Hash of the token in the page's forms.
  id bytea primary key,
  platform_id uuid not null references lti_platforms on delete cascade,
  link_id uuid references lti_links on delete cascade,
  user_id uuid references lti_users on delete cascade,
  view text not null check (view in ('learner', 'teacher', 'choice')),
  language text not null,
  details jsonb not null,
  expires_at timestamptz not null
);
create index lti_sessions_expired on lti_sessions (expires_at);
create index lti_sessions_platform on lti_sessions (platform_id);
create index lti_sessions_link on lti_sessions (link_id);
create index lti_sessions_user on lti_sessions (user_id);
