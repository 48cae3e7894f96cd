-- Exports that are running: at most two per account, counted across all processes. A restore leaves the table out, and may only do
-- so because it refers to no other table.
create table export_leases (
  account_id uuid not null,
  slot smallint not null,
  holder uuid not null,
  expires_at timestamptz not null,
  primary key (account_id, slot)
);
