-- Counts one engagement in one round trip: whether it counted, and null when there is no such credential, or its account is
-- leaving.
create or replace function record_engagement(
  p_credential uuid, p_kind text, p_network text, p_client bytea, p_event uuid, p_now timestamptz
) returns boolean language plpgsql as $$
declare
  of_credential record;
  today date := (p_now at time zone 'UTC')::date;
begin
  select c.account_id, c.badge_id, c.recipient_name, c.recipient_email into of_credential
  from credentials c where c.id = p_credential and c.account_id not in (select id from leaving_accounts) for key share of c;
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
  if p_kind = 'view' and not exists (select from events where credential_id = p_credential and type = 'credential.viewed') then
    begin
      p_event := record_event(p_event, of_credential.account_id, p_credential, null, null, 'credential.viewed',
        jsonb_build_object('recipient', jsonb_build_object('name', of_credential.recipient_name, 'email', of_credential.recipient_email)),
        p_now);
    exception when unique_violation then
      null; -- Another looked at the same moment, and was first (events_first_view).
    end;
  end if;
  -- Last, since all events of a badge's credentials wait for this row.
  insert into badge_days as b values (of_credential.account_id, of_credential.badge_id, today, p_kind, p_network, 1)
  on conflict (badge_id, day, kind, network) do update set count = b.count + 1;
  return true;
end $$;
