-- Pages of credentials that recipients put together. Ids of erased credentials may remain; they name nobody.
create table collections (
  id uuid primary key,
  person_id uuid not null references auth."user" on delete cascade,
  name text not null,
  description text not null,
  credential_ids uuid[] not null,
  expires timestamptz,
  created_at timestamptz not null
);
create index collections_person on collections (person_id, id);
-- A stopped link stays known, so that it is 410 for good.
create table collection_links (
  token text primary key,
  collection_id uuid not null references collections on delete cascade,
  created_at timestamptz not null,
  stopped_at timestamptz
);
create unique index collection_links_shared on collection_links (collection_id) where stopped_at is null;
create index collection_links_collection on collection_links (collection_id);
