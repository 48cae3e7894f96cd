-- Engagement by badge and day, so that an account's charts do not read every credential's counters.
create table badge_days (
  account_id uuid not null,
  badge_id uuid not null,
  day date not null,
  kind text not null,
  network text not null,
  count integer not null,
  primary key (badge_id, day, kind, network)
);
create index badge_days_account on badge_days (account_id, day);

insert into badge_days (account_id, badge_id, day, kind, network, count)
select c.account_id, c.badge_id, d.day, d.kind, d.network, sum(d.count)
from engagement_days d join credentials c on c.id = d.credential_id group by 1, 2, 3, 4, 5;

-- Counts one engagement in one round trip; null when there is no such credential.
create or replace function record_engagement(
  p_credential uuid, p_kind text, p_network text, p_client bytea, p_event uuid, p_now timestamptz
) returns boolean language plpgsql as $$
declare
  of_credential record;
  today date := (p_now at time zone 'UTC')::date;
begin
  select c.account_id, c.badge_id, c.recipient_name, c.recipient_email into of_credential
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
  insert into engagement_days as d values (p_credential, today, p_kind, p_network, 1)
  on conflict (credential_id, day, kind, network) do update set count = d.count + 1;
  if p_kind = 'view' then
    insert into events (id, account_id, credential_id, type, data, created_at)
    values (p_event, of_credential.account_id, p_credential, 'credential.viewed',
      jsonb_build_object('recipient', jsonb_build_object('name', of_credential.recipient_name, 'email', of_credential.recipient_email)),
      p_now)
    on conflict do nothing;
  end if;
  -- Last, since all events of a badge's credentials wait for this row.
  insert into badge_days as b values (of_credential.account_id, of_credential.badge_id, today, p_kind, p_network, 1)
  on conflict (badge_id, day, kind, network) do update set count = b.count + 1;
  return true;
end $$;
