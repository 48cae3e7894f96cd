-- Blobs that may be served. The bytes lie in the image store under their CID; a row that refers here keeps them.
create table images (
  cid text primary key,
  media_type text not null,
  bytes integer not null,
  width integer not null,
  height integer not null,
  touched_at timestamptz not null
);

create table issuers (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  name text not null,
  url text not null,
  email text not null,
  logo_cid text references images,
  linkedin_organization_id text,
  code_hash bytea not null,
  verified_at timestamptz,
  created_at timestamptz not null,
  -- Set when deleted while a revoked credential's badge still refers to its public document.
  deleted_at timestamptz,
  unique (id, account_id)
);
create index issuers_account on issuers (account_id, id);
create index issuers_logo on issuers (logo_cid);

create table badges (
  id uuid primary key,
  account_id uuid not null,
  issuer_id uuid not null,
  name text not null,
  description text not null,
  criteria text not null,
  image_cid text not null references images,
  share_text text,
  design_json text,
  created_at timestamptz not null,
  -- Set when deleted while a revoked credential still refers to it.
  deleted_at timestamptz,
  foreign key (issuer_id, account_id) references issuers (id, account_id),
  unique (id, account_id)
);
create index badges_account on badges (account_id, id);
create index badges_issuer on badges (issuer_id);
create index badges_image on badges (image_cid);
