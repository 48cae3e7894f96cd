-- Migrations of an organization from another service. Not to be confused with migrations of this database.
create table move_ins (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  issuer_id uuid not null references issuers on delete cascade,
  person_id uuid,
  key_id uuid,
  source text not null check (source in ('badgr', 'credly', 'accredible', 'moodle')),
  mode text not null check (mode in ('reissue')),
  status text not null check (status in ('queued', 'running', 'completed', 'failed', 'undoing', 'undone')),
  dry_run boolean not null,
  header text[] not null,
  -- Positions of the columns that are read, and the order of numeric dates.
  columns jsonb not null,
  date_order text not null,
  total integer not null,
  created integer not null default 0,
  existing integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  removed integer not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index move_ins_account on move_ins (account_id, id);
create index move_ins_issuer on move_ins (issuer_id);

-- Rows that wait, and rows with errors. The others are deleted when they are done, because they name people.
create table move_in_rows (
  move_in_id uuid not null references move_ins on delete cascade,
  row integer not null,
  account_id uuid not null,
  cells text[] not null,
  -- Null while the row waits.
  errors jsonb,
  primary key (move_in_id, row)
);
create index move_in_rows_account on move_in_rows (account_id);

-- Badges of a file.
create table move_in_badges (
  move_in_id uuid not null references move_ins on delete cascade,
  key text not null,
  name text not null,
  rows integer not null,
  badge_id uuid references badges on delete set null,
  is_new boolean not null default false,
  -- Whether the picture of a new badge is the one of the file.
  has_picture boolean not null default false,
  primary key (move_in_id, key)
);
create index move_in_badges_badge on move_in_badges (badge_id);

-- Badges by what identifies them at the other service.
create table moved_badges (
  issuer_id uuid not null references issuers on delete cascade,
  key text not null,
  badge_id uuid not null references badges on delete cascade,
  primary key (issuer_id, key)
);
create index moved_badges_badge on moved_badges (badge_id);

-- Credentials that migrations created.
create table moved_credentials (
  credential_id uuid primary key references credentials on delete cascade,
  move_in_id uuid not null references move_ins on delete cascade,
  issuer_id uuid not null,
  -- Hash of what identifies it at the other service: an issuer moves it in once.
  identity bytea not null,
  -- Why an undo left it.
  kept text check (kept in ('corrected', 'revoked')),
  unique (issuer_id, identity)
);
create index moved_credentials_move_in on moved_credentials (move_in_id, kept);
