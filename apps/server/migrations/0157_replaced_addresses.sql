-- Addresses that corrections replaced, folded, so that a recipient is also found and erased by an earlier address. `email` is as written.
create table replaced_addresses (
  account_id uuid not null,
  address text not null,
  credential_id uuid not null references credentials on delete cascade,
  email text not null,
  primary key (account_id, address, credential_id)
);
create index replaced_addresses_credential on replaced_addresses (credential_id);
-- Finds words and ids of recipients, as the index of credentials does. The name is not empty, because only then the keys have an id.
create index replaced_addresses_keys on replaced_addresses using gin (recipient_keys(account_id, '-', address)) with (fastupdate = off);

insert into replaced_addresses (account_id, address, credential_id, email)
select distinct on (1, 2, 3) c.account_id, lower(e.previous->>'recipient.email'), c.id, e.previous->>'recipient.email'
from credential_editions e join credentials c on c.id = e.credential_id
where e.previous->>'recipient.email' is not null and lower(e.previous->>'recipient.email') <> c.email_search
on conflict do nothing;
