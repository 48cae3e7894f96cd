-- Erased credentials: their addresses answer 410, and nothing else is known of them.
create table erased_credentials (
  id uuid primary key,
  erased_at timestamptz not null
);

-- One count per kind and client in 24 hours; the client is a keyed hash and goes after that time.
create table engagement_clients (
  credential_id uuid not null references credentials on delete cascade,
  kind text not null,
  client bytea not null,
  counted_at timestamptz not null,
  primary key (credential_id, kind, client)
);
create index engagement_clients_age on engagement_clients (counted_at);

create table engagement_days (
  credential_id uuid not null references credentials on delete cascade,
  day date not null,
  kind text not null,
  -- Empty where the kind has none or the share named none.
  network text not null,
  count integer not null,
  primary key (credential_id, day, kind, network)
);

-- The first view ever is told once, however many come at the same time.
create unique index events_first_view on events (credential_id) where type = 'credential.viewed';

-- Counts one engagement in one round trip; null when there is no such credential.
create function record_engagement(
  p_credential uuid, p_kind text, p_network text, p_client bytea, p_event uuid, p_now timestamptz
) returns boolean language plpgsql as $$
declare
  found_credential record;
begin
  select c.account_id, c.recipient_name, c.recipient_email into found_credential
  from credentials c where c.id = p_credential for key share;
  if not found then
    return null;
  end if;
  insert into engagement_clients as e values (p_credential, p_kind, p_client, p_now)
  on conflict (credential_id, kind, client) do update set counted_at = excluded.counted_at
    where e.counted_at <= p_now - interval '24 hours';
  if not found then
    return false;
  end if;
  insert into engagement_days as d values (p_credential, (p_now at time zone 'UTC')::date, p_kind, p_network, 1)
  on conflict (credential_id, day, kind, network) do update set count = d.count + 1;
  if p_kind = 'view' then
    insert into events (id, account_id, credential_id, type, data, created_at)
    values (p_event, found_credential.account_id, p_credential, 'credential.viewed',
      jsonb_build_object('recipient', jsonb_build_object('name', found_credential.recipient_name, 'email', found_credential.recipient_email)),
      p_now)
    on conflict do nothing;
  end if;
  return true;
end $$;
