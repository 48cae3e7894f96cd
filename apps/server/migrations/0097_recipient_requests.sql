-- Requests of recipients to correct or erase a credential. Deleted with it, because they contain personal data.
create table recipient_requests (
  id uuid primary key,
  account_id uuid not null,
  credential_id uuid not null references credentials on delete cascade,
  kind text not null check (kind in ('correction', 'erasure')),
  message text not null,
  name text,
  email text,
  state text not null default 'open' check (state in ('open', 'accepted', 'declined')),
  reason text,
  created_at timestamptz not null,
  closed_at timestamptz
);
-- One open request per credential and kind.
create unique index recipient_requests_open on recipient_requests (credential_id, kind) where state = 'open';
create index recipient_requests_credential on recipient_requests (credential_id);
create index recipient_requests_account on recipient_requests (account_id, id);
create index recipient_requests_state on recipient_requests (account_id, state, id);
-- Endpoints receive request.created and request.closed if they name them.
-- function fan_out_events 0e4507445b5e
