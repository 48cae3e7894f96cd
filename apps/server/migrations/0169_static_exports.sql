-- Folders and buckets that receive everything public as files. Names the place only for messages: the place itself stores the id.
create table static_exports (
  id uuid primary key,
  place text not null,
  started_at timestamptz not null,
  -- The end of the last complete run.
  finished_at timestamptz
);

-- Addresses whose files are complete. `version` changes with the content. Without foreign keys to what is exported:
-- rows of erased credentials show which files must be deleted.
create table static_export_entries (
  export_id uuid not null references static_exports on delete cascade,
  kind text not null check (kind in ('credential', 'gone', 'badge', 'issuer', 'list', 'file')),
  id text not null,
  version text not null,
  -- The short code of a credential, which has a file too.
  code text,
  primary key (export_id, kind, id)
);
