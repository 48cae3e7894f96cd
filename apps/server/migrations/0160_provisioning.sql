-- Directories (SCIM 2.0) that manage the members of an account. Of a token, only the hash is stored.
create table provisioning_tokens (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  -- The highest role that requests with this token grant.
  role text not null check (role in ('admin', 'editor', 'viewer')),
  prefix text not null,
  hash bytea not null unique,
  person_id uuid,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index provisioning_tokens_account on provisioning_tokens (account_id, id);

-- Groups and their roles, as parallel arrays. Case doesn't matter.
create table provisioning_settings (
  account_id uuid primary key references accounts on delete cascade,
  default_role text not null check (default_role in ('editor', 'viewer')),
  group_names text[] not null,
  group_roles text[] not null
);

-- The last requests, for administrators and support. Without bodies, because they are about people.
create table provisioning_requests (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  token_id uuid not null,
  method text not null,
  resource text not null,
  status integer not null,
  error text,
  created_at timestamptz not null
);
create index provisioning_requests_account on provisioning_requests (account_id, id);

-- A directory removed a deprovisioned member. The row stays, so that no invitation restores the membership.
alter table members drop constraint members_status_check,
  add constraint members_status_check check (status in ('active', 'pending', 'disabled', 'deprovisioned'));
alter table members drop constraint members_check,
  add constraint members_check check (status in ('pending', 'deprovisioned') or person_id is not null);

-- Details of members that a directory created or changed.
create table provisioned_members (
  member_id uuid primary key references members on delete cascade,
  account_id uuid not null,
  state text not null check (state in ('active', 'inactive', 'deleted')),
  external_id text,
  given_name text,
  family_name text,
  formatted_name text,
  display_name text,
  -- The work address in the directory, if it differs from the userName.
  work_email text,
  updated_at timestamptz not null
);
create index provisioned_members_external on provisioned_members (account_id, external_id);

create index provisioned_members_work_email on provisioned_members (account_id, lower(work_email));

create table provisioned_groups (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  name text not null,
  external_id text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index provisioned_groups_name on provisioned_groups (account_id, lower(name));
create index provisioned_groups_external on provisioned_groups (account_id, external_id);
create index provisioned_groups_account on provisioned_groups (account_id, id);

create table provisioned_group_members (
  group_id uuid not null references provisioned_groups on delete cascade,
  member_id uuid not null references members on delete cascade,
  primary key (group_id, member_id)
);
create index provisioned_group_members_member on provisioned_group_members (member_id);
