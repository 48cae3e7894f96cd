-- Issuers that were closed here, because another installation has them. The account of a closed issuer has no members.
alter table issuers add column closed_at timestamptz;

-- The issuer of an erased credential, so that its archive says that the credential is gone. Null for those erased before. Without a
-- foreign key: the row outlives the issuer.
alter table erased_credentials add column issuer_id uuid;

-- Archives that were imported. Importing one again changes nothing.
create table issuer_imports (
  archive_id uuid primary key,
  issuer_id uuid not null references issuers on delete cascade,
  imported_at timestamptz not null
);
create index issuer_imports_issuer on issuer_imports (issuer_id);

-- Imported events are history: endpoints don't receive them.
-- function fan_out_events 930a32ca05b9
