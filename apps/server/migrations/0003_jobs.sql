-- Work that must not be lost: a row in the transaction that causes it, gone when done.
-- A worker that claims a row moves run_at past its lease, so a row whose worker died becomes due by itself.
create table jobs (
  id uuid primary key,
  kind text not null,
  payload jsonb not null,
  run_at timestamptz not null default now(),
  attempts integer not null default 0,
  max_attempts integer not null,
  created_at timestamptz not null default now(),
  last_error text,
  dead_at timestamptz
);
create index jobs_due on jobs (run_at) where dead_at is null;
create index jobs_dead on jobs (dead_at) where dead_at is not null;
