-- Claim codes: pages where recipients get a credential of a badge themselves.
create table claims (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  badge_id uuid not null references badges on delete cascade,
  code text not null unique,
  places integer check (places > 0),
  claimed integer not null default 0,
  expires timestamptz,
  approval boolean not null,
  fields text[] not null,
  active boolean not null default true,
  created_at timestamptz not null,
  constraint claims_places check (claimed <= places)
);
create index claims_badge on claims (badge_id, id);
create index claims_account on claims (account_id, id);

-- Addresses to confirm. A row is deleted once its code was entered or has expired.
create table claim_codes (
  id uuid primary key,
  claim_id uuid not null references claims on delete cascade,
  account_id uuid not null,
  mail_id uuid not null,
  name text not null,
  email text not null,
  attributes jsonb,
  code_hash bytea not null,
  tries smallint not null default 0,
  request_id uuid,
  expires timestamptz not null
);
create index claim_codes_claim on claim_codes (claim_id);
create index claim_codes_account on claim_codes (account_id, id);
create index claim_codes_expires on claim_codes (expires);

-- One row per confirmed address: it waits for approval until it has a credential, and is erased with the credential.
create table claim_requests (
  id uuid primary key,
  claim_id uuid not null references claims on delete cascade,
  account_id uuid not null,
  credential_id uuid references credentials on delete cascade,
  mail_id uuid not null,
  name text not null,
  email text not null,
  email_search text not null,
  attributes jsonb,
  created_at timestamptz not null,
  unique (claim_id, email_search)
);
create index claim_requests_waiting on claim_requests (claim_id, id) where credential_id is null;
create index claim_requests_credential on claim_requests (credential_id) where credential_id is not null;
create index claim_requests_account on claim_requests (account_id, id);
