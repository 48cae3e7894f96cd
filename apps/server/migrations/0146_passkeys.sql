-- Passkeys (WebAuthn credentials), and the one that a session was opened with or that was added in it.
create table auth.passkeys (
  id uuid primary key,
  user_id uuid not null references auth."user" on delete cascade,
  credential_id bytea not null unique,
  -- A COSE key.
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on auth.passkeys (user_id);

-- Without its passkey, the session no longer counts as opened with a second factor.
alter table auth."session" add column "passkeyId" uuid references auth.passkeys on delete set null;
