-- Credentials of other issuers that users added. The user's data: issuers never see them.
create table imported_credentials (
  id uuid primary key,
  person_id uuid not null references auth."user" on delete cascade,
  -- The user's address that it was issued to, folded. Without it, the credential isn't theirs.
  address text not null,
  -- Hash of the credential's own id, or of its bytes: a user adds a credential once.
  identity bytea not null,
  -- As uploaded, or as found at the address. Checks read them again.
  content bytea not null,
  edition text not null check (edition in ('2.0', '3.0')),
  status text not null,
  badge_name text not null,
  -- Claims of the issuer.
  issuer_name text,
  recipient_name text,
  issued_on timestamptz,
  expires timestamptz,
  -- How the issuer was proven at the last check.
  proven_by jsonb,
  checked_at timestamptz not null,
  check_due timestamptz not null,
  unique (person_id, identity)
);
alter table imported_credentials alter column content set storage external;
create index imported_credentials_person on imported_credentials (person_id, id);
create index imported_credentials_due on imported_credentials (check_due);
