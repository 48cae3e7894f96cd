-- Exports that are running: at most two per account, counted across all processes.
create table export_leases (
  account_id uuid not null references accounts on delete cascade,
  slot smallint not null,
  holder uuid not null,
  expires_at timestamptz not null,
  primary key (account_id, slot)
);
