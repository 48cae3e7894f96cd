-- Issues one credential in one round trip. SQLSTATEs of refusals: IN404 badge not found, IN400 issuer not verified, IN402 quota reached,
-- IN409 key reused, IN412 the badge no longer has the version that `p_details` was checked against (null: any version).
-- Returns the stored reply if the idempotency key was used before, otherwise null.
-- The quota row is written at the end, because all transactions that issue for an account wait for it. Only the day's count follows.
create or replace function issue_credential(
  p_account uuid, p_badge uuid, p_id uuid, p_event uuid,
  p_name text, p_email text, p_name_search text, p_email_search text,
  p_issued_on timestamptz, p_expires timestamptz, p_event_dates jsonb,
  p_now timestamptz, p_period timestamptz, p_limit integer,
  p_key text, p_fingerprint bytea, p_reply jsonb,
  p_act uuid, p_person uuid, p_api_key uuid, p_fields text[],
  p_details jsonb, p_edition integer
) returns jsonb language plpgsql as $$
declare
  stored jsonb;
  issuer uuid;
  badge_name text;
  edition integer;
  valid_for text;
  total integer;
begin
  if p_key is not null then
    stored := claim_idempotency_key(
      p_account => p_account, p_key => p_key, p_fingerprint => p_fingerprint, p_reply => p_reply, p_now => p_now);
    if stored is not null then
      return stored;
    end if;
  end if;

  select b.issuer_id, b.name, b.version, case when p_expires is null then b.details->>'validFor' end
  into issuer, badge_name, edition, valid_for
  from badges b
  where b.id = p_badge and b.account_id = p_account and b.deleted_at is null
  for key share;
  if not found then
    raise exception 'badge not found' using errcode = 'IN404';
  end if;
  if p_edition <> edition then
    if not exists (select from issuers i where i.id = issuer and i.verified_at is not null) then
      raise exception 'issuer not verified' using errcode = 'IN400';
    end if;
    raise exception 'badge changed' using errcode = 'IN412';
  end if;
  if valid_for is not null then
    p_expires := expiry_after(p_issued_on => p_issued_on, p_valid_for => valid_for);
    p_event_dates := p_event_dates || jsonb_build_object('expires', to_char(p_expires at time zone 'UTC', 'YYYY-MM-DD'));
  end if;

  -- Reads the issuer here, and not with the badge: that statement may have waited for a change of the issuer, and would see it as it was before.
  insert into credentials (id, account_id, badge_id, badge_version, issuer_version, recipient_name, recipient_email, name_search, email_search, issued_on, expires, created_at, details)
  select p_id, p_account, p_badge, edition, i.version, p_name, p_email, p_name_search, p_email_search, p_issued_on, p_expires, p_now, p_details
  from issuers i where i.id = issuer and i.verified_at is not null;
  if not found then
    raise exception 'issuer not verified' using errcode = 'IN400';
  end if;

  p_event := record_event(
    p_id => p_event, p_account => p_account, p_credential => p_id, p_person => p_person, p_api_key => p_api_key, p_type => 'credential.issued',
    p_data => issued_data(
      p_badge => p_badge, p_badge_name => badge_name, p_name => p_name, p_email => p_email,
      p_issued_on => p_event_dates->>'issuedOn', p_expires => p_event_dates->>'expires'),
    p_now => p_now);

  insert into audit_log (id, account_id, person_id, key_id, action, target, fields, created_at)
  values (p_act, p_account, p_person, p_api_key, 'createAward', p_id, p_fields, p_now);

  update account_usage
  set credentials = issued_in_period(p_period => p_period, p_last_period => period_start, p_credentials => credentials) + 1,
      period_start = greatest(period_start, p_period)
  where account_id = p_account
    and issued_in_period(p_period => p_period, p_last_period => period_start, p_credentials => credentials) + 1 <= p_limit;
  if not found then
    raise exception 'quota reached' using errcode = 'IN402';
  end if;
  -- The row exists for all but the first credential of a day, and updating it is cheaper than the call.
  update badge_days set count = count + 1
  where badge_id = p_badge and day = (p_now at time zone 'UTC')::date and kind = 'issued' and network = '';
  if not found then
    total := count_issued(p_account => p_account, p_badge => p_badge, p_now => p_now, p_count => 1);
  end if;
  return null;
end $$;
