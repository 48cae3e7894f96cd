-- Designs of certificates. Each version that an edition names is kept; `version` is the current one.
create table certificates (
  id uuid primary key,
  account_id uuid not null,
  issuer_id uuid not null references issuers on delete cascade,
  name text not null,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Set when deleted while issued credentials have it.
  deleted_at timestamptz
);
create index certificates_issuer on certificates (issuer_id, id);
create index certificates_account on certificates (account_id, id);

create table certificate_versions (
  certificate_id uuid not null references certificates on delete cascade,
  version integer not null,
  design jsonb not null,
  primary key (certificate_id, version)
);

-- The pictures that a design names.
create table certificate_pictures (
  certificate_id uuid not null,
  version integer not null,
  cid text not null references images,
  primary key (certificate_id, version, cid),
  foreign key (certificate_id, version) references certificate_versions on delete cascade
);
create index certificate_pictures_cid on certificate_pictures (cid);

-- The design that a badge has chosen, and the issuer's default. Null: the style of the brand.
alter table badges add column certificate_id uuid, add column certificate_version integer,
  add constraint badges_certificate foreign key (certificate_id, certificate_version) references certificate_versions;
alter table badge_versions add column certificate_id uuid, add column certificate_version integer,
  add constraint badge_versions_certificate foreign key (certificate_id, certificate_version) references certificate_versions;
alter table brands add column certificate_id uuid, add column certificate_version integer,
  add constraint brands_certificate foreign key (certificate_id, certificate_version) references certificate_versions;
create index brands_certificate_id on brands (certificate_id) where certificate_id is not null;

-- function issuer_brand 5173d7e6e287
-- function keep_badge_version dfa9326bad6f
-- function let_go_of_image d7e2095c56ef
