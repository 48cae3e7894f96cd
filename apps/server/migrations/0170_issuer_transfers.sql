-- Offers to move an issuer, with its badges and credentials, to another account. Accounts have no foreign key: a row outlives the account
-- that gave the issuer away, and is deleted with the issuer.
create table issuer_transfers (
  id uuid primary key,
  issuer_id uuid not null references issuers on delete cascade,
  -- Name at the time of the offer. The account that gave the issuer away doesn't see later ones.
  name text not null,
  from_account_id uuid not null,
  -- The account that accepted.
  to_account_id uuid,
  -- Address of the owner who may accept. Removed some time after the end.
  email text,
  state text not null check (state in ('offered', 'accepted', 'completed', 'declined', 'canceled', 'expired', 'failed')),
  -- Code of the error that ended it.
  reason text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  closed_at timestamptz
);
create unique index issuer_transfers_open on issuer_transfers (issuer_id) where state in ('offered', 'accepted');
create index issuer_transfers_issuer on issuer_transfers (issuer_id);
create index issuer_transfers_from on issuer_transfers (from_account_id, id);
create index issuer_transfers_to on issuer_transfers (to_account_id, id) where to_account_id is not null;
create index issuer_transfers_offered on issuer_transfers (email, id) where state = 'offered';

-- An issuer, its badges and their credentials change their account in one transaction.
alter table badges alter constraint badges_issuer_id_account_id_fkey deferrable initially immediate;
alter table credentials alter constraint credentials_badge_id_account_id_fkey deferrable initially immediate;
