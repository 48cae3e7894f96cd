-- Every letter and what became of it; its id is the job's and the Message-ID's.
create table mails (
  id uuid primary key,
  -- None for what concerns a person rather than an account: sign-up and passwords.
  account_id uuid,
  credential_id uuid,
  kind text not null,
  recipient text not null,
  subject text not null,
  -- What it says; gone when it is sent and held a code or link that is worth something.
  letter jsonb,
  state text not null default 'queued',
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null,
  done_at timestamptz
);
create index mails_account on mails (account_id, id);
create index mails_credential on mails (credential_id, id) where credential_id is not null;
create index mails_queued on mails (created_at) where state = 'queued';

-- Who wants no more mail about an account's credentials: a hash, so that erasing a credential need not forget the wish.
create table suppressed_addresses (
  account_id uuid not null,
  address_hash bytea not null,
  suppressed_at timestamptz not null,
  primary key (account_id, address_hash)
);

-- Letters that were waiting when this table came.
insert into mails (id, kind, recipient, subject, letter, attempts, last_error, created_at, state)
select id, 'account', payload->>'to', payload->'letter'->>'subject', payload->'letter', attempts, last_error, created_at,
  case when dead_at is null then 'queued' else 'failed' end
from jobs where kind = 'mail';
update jobs set payload = '{}' where kind = 'mail';
