-- Email addresses of users. An unconfirmed one has the keyed hash of the code that was emailed to it.
create table user_addresses (
  id uuid primary key,
  person_id uuid not null references auth."user" on delete cascade,
  email text not null,
  -- Folded for comparison, as the addresses of recipients are.
  address text not null,
  confirmed_at timestamptz,
  code_hash bytea,
  code_expires timestamptz,
  tries smallint not null default 0,
  created_at timestamptz not null,
  unique (person_id, address)
);
-- An address belongs to the user who confirmed it last.
create unique index user_addresses_owner on user_addresses (address) where confirmed_at is not null;
create index user_addresses_unconfirmed on user_addresses (code_expires) where confirmed_at is null;
