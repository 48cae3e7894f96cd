-- A credential keeps the edition of the moment it was issued. Version 1 of an issuer is what it was until its first edit after this migration.
alter table issuers add column version integer not null default 1;
alter table credentials add column issuer_version integer not null default 1;

-- Earlier editions of issuers and their brands. The current one is in `issuers`, `brands` and `brand_signatures`.
create table issuer_versions (
  issuer_id uuid not null references issuers on delete cascade,
  version integer not null,
  name text not null,
  url text not null,
  email text not null,
  logo_cid text references images,
  -- Null if the issuer had no brand of its own.
  brand jsonb,
  primary key (issuer_id, version)
);
create index issuer_versions_logo on issuer_versions (logo_cid) where logo_cid is not null;

-- The pictures that `brand` names.
create table issuer_version_pictures (
  issuer_id uuid not null,
  version integer not null,
  cid text not null references images,
  primary key (issuer_id, version, cid),
  foreign key (issuer_id, version) references issuer_versions on delete cascade
);
create index issuer_version_pictures_cid on issuer_version_pictures (cid);

-- Editions that a credential had before.
create table credential_editions (
  credential_id uuid not null references credentials on delete cascade,
  number integer not null,
  badge_version integer not null,
  issuer_version integer not null,
  replaced_at timestamptz not null,
  person_id uuid,
  key_id uuid,
  primary key (credential_id, number)
);

-- The edition that a job gives to credentials.
alter table bulk_jobs add column badge_version integer;
alter table bulk_jobs add column issuer_version integer;

-- Until now, pages showed the current badge, and only signed copies the one that was issued. A chore gives `version` to the badge's
-- credentials that have no signed copy, and deletes the row when it has seen them all.
create table badge_upgrades (
  badge_id uuid primary key references badges on delete cascade,
  version integer not null,
  last_id uuid
);
insert into badge_upgrades (badge_id, version) select id, version from badges where version > 1;

-- Signed copies may have an earlier logo than the pages. A chore gives their credentials an edition with that logo. No row: done.
create table logo_upgrades (number integer primary key check (number = 1), last_id uuid);
insert into logo_upgrades (number) select 1 where exists (select from signed_credentials);

-- function brand_pictures bf99ebe6888e
-- function issue_credential 2c3c444707b6
-- function issue_credentials f7788bab74cc
-- function issuer_brand 31ab0e0a1d77
-- function keep_issuer_version 39d6e2ec5a17
-- function let_go_of_image 0f48d3d1059b
