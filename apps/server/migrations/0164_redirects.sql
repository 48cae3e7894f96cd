-- URLs of earlier services that lead to something here. A host answers only if its DNS names this service.
create table redirects (
  host text collate "C" not null,
  -- With the query, if the old URL has one.
  path text collate "C" not null,
  account_id uuid not null references accounts on delete cascade,
  kind text not null check (kind in ('issuer', 'badge', 'credential')),
  -- No foreign key: the document of an erased credential says that it is gone.
  target_id uuid not null,
  created_at timestamptz not null,
  primary key (host, path)
);
create index redirects_account on redirects (account_id, host, path);
create index redirects_target on redirects (target_id);
