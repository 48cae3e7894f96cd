-- Counts one engagement in one round trip. Returns whether it counted, or null if the credential doesn't exist or its account is being
-- deleted.
create or replace function record_engagement(
  p_credential uuid, p_kind text, p_network text, p_client bytea, p_event uuid, p_now timestamptz
) returns boolean language plpgsql as $$
declare
  credential record;
  today date := (p_now at time zone 'UTC')::date;
begin
  select c.account_id, c.badge_id, c.recipient_name, c.recipient_email into credential
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
      p_event := record_event(
        p_id => p_event, p_account => credential.account_id, p_credential => p_credential, p_person => null, p_api_key => null,
        p_type => 'credential.viewed',
        p_data => jsonb_build_object('recipient', jsonb_build_object('name', credential.recipient_name, 'email', credential.recipient_email)),
        p_now => p_now);
    exception when unique_violation then
      null; -- A concurrent view was recorded first (index events_first_view).
    end;
  end if;
  -- Last, because all engagements of the badge wait for this row.
  insert into badge_days as b values (credential.account_id, credential.badge_id, today, p_kind, p_network, 1)
  on conflict (badge_id, day, kind, network) do update set count = b.count + 1;
  return true;
end $$;
