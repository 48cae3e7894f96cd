-- What a signed credential says is what was true when it was issued: a badge counts its versions, and a credential names one.
alter table badges add column version integer not null default 1;
alter table credentials add column badge_version integer not null default 1;

-- What a badge said before it was edited; what it says now stands in its own row.
create table badge_versions (
  badge_id uuid not null references badges on delete cascade,
  version integer not null,
  name text not null,
  description text not null,
  criteria text not null,
  image_cid text not null references images,
  primary key (badge_id, version)
);
create index badge_versions_image on badge_versions (image_cid);

-- Keys that issuers sign with, one for each form of proof. Old ones stay: what they have signed is verified by them.
create table issuer_keys (
  id uuid primary key,
  issuer_id uuid not null references issuers on delete cascade,
  number integer not null,
  -- Ed25519 for data integrity proofs, P-256 for JWTs, both as Multikey.
  proof_key text not null,
  jwt_key text not null,
  jwt_jwk jsonb not null,
  -- Both private keys.
  sealed bytea not null,
  created_at timestamptz not null,
  -- Later than it was published, so that nobody meets a signature of a key that they have not read of.
  used_from timestamptz not null,
  -- Nothing that it has signed counts any more. What was issued from `void_from` on is revoked; what was before is signed anew.
  revoked_at timestamptz,
  void_from timestamptz,
  unique (issuer_id, number)
);

-- Bits by which signed credentials are revoked. `given` places have been given away, in an order that `seed` makes.
create table status_lists (
  id uuid primary key,
  issuer_id uuid not null references issuers on delete cascade,
  number integer not null,
  seed bytea not null,
  given integer not null,
  bits bytea not null,
  changed_at timestamptz not null,
  unique (issuer_id, number)
);

-- What a credential is signed with, kept from the first time that somebody asks for it: the same bytes can be made again.
create table signed_credentials (
  credential_id uuid primary key references credentials on delete cascade,
  key_id uuid not null references issuer_keys,
  list_id uuid not null references status_lists,
  list_index integer not null,
  subject_id uuid not null,
  salt text not null,
  logo_cid text references images,
  unique (list_id, list_index)
);
create index signed_credentials_key on signed_credentials (key_id);
create index signed_credentials_logo on signed_credentials (logo_cid) where logo_cid is not null;

-- Both ways of issuing name the version; texts are kept, images let go of, and bits set by these.
-- function issue_credential 781b8a702f65
-- function issue_credentials e6e33ff632be
-- function keep_badge_version 0d5f19119258
-- function let_go_of_image 38d0bec21f37
-- function set_status_bits bf0608efd089
