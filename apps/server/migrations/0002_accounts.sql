-- What the program keeps about itself, such as the BASE_URL of its first issued credential.
create table settings (
  name text primary key,
  value text not null
);

-- Exact caps over time (rate-limiter-flexible's layout).
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- A sign-up that waits for its e-mail to be proven. One row an address: a new sign-up replaces the old one and its link.
create table sign_ups (
  email text primary key,
  name text not null,
  password_hash text not null,
  token_hash bytea not null unique,
  created_at timestamptz not null
);

create table accounts (
  id uuid primary key,
  name text not null,
  plan text not null check (plan in ('free', 'starter', 'pro')),
  created_at timestamptz not null
);

-- Counters apart from the account, because every issue writes them and many rows refer to the account.
create table account_usage (
  account_id uuid primary key references accounts on delete cascade,
  period_start timestamptz not null,
  credentials integer not null default 0
) with (fillfactor = 50);

create table members (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  person_id uuid references auth."user" on delete cascade,
  email text not null,
  role text not null check (role in ('owner', 'admin', 'editor', 'viewer')),
  status text not null check (status in ('active', 'pending')),
  created_at timestamptz not null,
  check (status = 'pending' or person_id is not null),
  unique (account_id, person_id)
);
create unique index members_email on members (account_id, lower(email));
create unique index members_one_owner on members (account_id) where role = 'owner';
create unique index members_own_account on members (person_id) where role = 'owner';
create index members_person on members (person_id);

create table api_keys (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  member_id uuid not null references members on delete cascade,
  name text not null,
  scope text not null check (scope in ('read', 'write')),
  prefix text not null,
  hash bytea not null unique,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index api_keys_account on api_keys (account_id, id);
create index api_keys_member on api_keys (member_id);
