-- Files of credentials to issue. A chunk of rows goes in the transaction that issues it, so each row is issued once.
create table imports (
  id uuid primary key,
  account_id uuid not null,
  badge_id uuid not null,
  status text not null,
  dry_run boolean not null,
  sends boolean not null,
  skips_duplicates boolean not null,
  header text[] not null,
  -- Where each field stands in a row.
  columns jsonb not null,
  total integer not null,
  issued integer not null default 0,
  failed integer not null default 0,
  skipped integer not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index imports_account on imports (account_id, id);

create table import_chunks (
  import_id uuid not null references imports on delete cascade,
  first_row integer not null,
  rows jsonb not null,
  primary key (import_id, first_row)
);

-- Rows that were not issued, as they came, with what is wrong with them.
create table import_errors (
  import_id uuid not null references imports on delete cascade,
  row integer not null,
  account_id uuid not null,
  faults jsonb not null,
  cells text[] not null,
  email_search text not null,
  primary key (import_id, row)
);
-- Erasing a credential takes the failed rows of its recipient along.
create index import_errors_email on import_errors (account_id, email_search);

-- What is done to many credentials.
create table bulk_jobs (
  id uuid primary key,
  account_id uuid not null,
  action text not null,
  status text not null,
  -- Which ones; gone when it has ended, since a search may name a person.
  filter jsonb,
  credential_ids uuid[],
  reason text not null,
  person_id uuid not null,
  key_id uuid,
  -- Newest first: what is older than this one is left to do.
  before_id uuid not null,
  total integer not null,
  done integer not null default 0,
  skipped integer not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index bulk_jobs_account on bulk_jobs (account_id, id);
