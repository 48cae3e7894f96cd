-- Addresses that mails came back from, or whose owner called one spam: nothing that was not asked for goes there until an
-- operator lets it. A hash, so that erasing a recipient need not forget it; the mail tells the address as long as it is kept.
create table bounced_addresses (
  address_hash bytea primary key,
  cause text not null check (cause in ('hard', 'complaint')),
  mail_id uuid,
  bounced_at timestamptz not null
);
