-- Offers of a credential to a wallet. Their URL and tokens contain the id and a MAC, so no secret is stored.
create table wallet_offers (
  id uuid primary key,
  credential_id uuid not null references credentials on delete cascade,
  -- The user who opened the offer. Without one, a code that was emailed to the recipient is needed.
  person_id uuid references auth."user" on delete cascade,
  tx_code_hash bytea,
  tries smallint not null default 0,
  expires timestamptz not null,
  redeemed_at timestamptz,
  created_at timestamptz not null
);
create index wallet_offers_credential on wallet_offers (credential_id);
create index wallet_offers_person on wallet_offers (person_id) where person_id is not null;
create index wallet_offers_expires on wallet_offers (expires);
