-- Copies of credentials in wallets. The hash of the wallet's key is keyed, because it would identify the wallet elsewhere.
create table wallet_copies (
  id uuid primary key,
  credential_id uuid not null references credentials on delete cascade,
  format text not null,
  key_hash bytea not null,
  -- Names the copies of one response in notifications. Offers are deleted earlier.
  response_id uuid not null,
  offer_id uuid not null,
  created_at timestamptz not null,
  -- The wallet reported that it doesn't have the copy.
  dropped_at timestamptz,
  unique (credential_id, format, key_hash)
);
create index wallet_copies_response on wallet_copies (response_id);
create index wallet_copies_dropped on wallet_copies (dropped_at) where dropped_at is not null;
