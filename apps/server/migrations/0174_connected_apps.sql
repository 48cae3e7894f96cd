-- Apps of others, which register themselves to send credentials to recipients or to read theirs (OAuth 2.0).
create table connected_apps (
  id uuid primary key,
  name text not null,
  redirect_uris text[] not null,
  scopes text[] not null,
  -- The app's description of itself, as its registration returns it.
  metadata jsonb not null,
  -- Null for apps that can't keep a secret.
  secret_hash bytea,
  created_at timestamptz not null,
  -- When a user last gave it access.
  used_at timestamptz
);
create index connected_apps_unused on connected_apps (created_at) where used_at is null;

-- The access that a user gave an app. Each consent adds a row.
create table app_grants (
  id uuid primary key,
  app_id uuid not null references connected_apps on delete cascade,
  person_id uuid not null references auth."user" on delete cascade,
  scopes text[] not null,
  created_at timestamptz not null,
  used_at timestamptz not null,
  -- When the last token ends.
  expires timestamptz not null
);
create index app_grants_app on app_grants (app_id);
create index app_grants_person on app_grants (person_id, id);
create index app_grants_expires on app_grants (expires);

-- Codes and tokens of a grant, by their hash.
create table app_tokens (
  hash bytea primary key,
  grant_id uuid not null references app_grants on delete cascade,
  kind text not null check (kind in ('code', 'access', 'refresh')),
  scopes text[] not null,
  -- Only codes have a redirect URI and a challenge.
  redirect_uri text,
  challenge text,
  expires timestamptz not null,
  -- When it was exchanged. Codes and refresh tokens work once.
  used_at timestamptz
);
create index app_tokens_grant on app_tokens (grant_id);
create index app_tokens_expires on app_tokens (expires);
