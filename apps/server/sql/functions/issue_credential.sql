-- Issues one credential in one round trip. SQLSTATE tells why not: IN404 badge, IN400 issuer, IN402 quota, IN409 key reused, IN412 the
-- badge is no longer the edition that `p_details` was held against (null: held against none).
-- The quota's row is written at the end: it is the one row that all issues of an account wait for. Only the day's count comes after it.
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
  kept jsonb;
  badge_name text;
  edition integer;
  verified timestamptz;
  valid_for text;
  of_day integer;
begin
  if p_key is not null then
    kept := claim_idempotency_key(p_account, p_key, p_fingerprint, p_reply, p_now);
    if kept is not null then
      return kept;
    end if;
  end if;

  select b.name, b.version, i.verified_at, case when p_expires is null then b.details->>'validFor' end
  into badge_name, edition, verified, valid_for
  from badges b join issuers i on i.id = b.issuer_id
  where b.id = p_badge and b.account_id = p_account and b.deleted_at is null
  for key share of b;
  if not found then
    raise exception 'badge not found' using errcode = 'IN404';
  end if;
  if verified is null then
    raise exception 'issuer not verified' using errcode = 'IN400';
  end if;

  if p_edition <> edition then
    raise exception 'badge changed' using errcode = 'IN412';
  end if;
  if valid_for is not null then
    p_expires := expiry_after(p_issued_on, valid_for);
    p_event_dates := p_event_dates || jsonb_build_object('expires', to_char(p_expires at time zone 'UTC', 'YYYY-MM-DD'));
  end if;

  insert into credentials (id, account_id, badge_id, badge_version, recipient_name, recipient_email, name_search, email_search, issued_on, expires, created_at, details)
  values (p_id, p_account, p_badge, edition, p_name, p_email, p_name_search, p_email_search, p_issued_on, p_expires, p_now, p_details);

  p_event := record_event(p_event, p_account, p_id, p_person, p_api_key, 'credential.issued',
    issued_data(p_badge, badge_name, p_name, p_email, p_event_dates->>'issuedOn', p_event_dates->>'expires'), p_now);

  insert into audit_log (id, account_id, person_id, key_id, action, target, fields, created_at)
  values (p_act, p_account, p_person, p_api_key, 'createAward', p_id, p_fields, p_now);

  update account_usage
  set credentials = issued_in_period(p_period, period_start, credentials) + 1,
      period_start = greatest(period_start, p_period)
  where account_id = p_account and issued_in_period(p_period, period_start, credentials) + 1 <= p_limit;
  if not found then
    raise exception 'quota reached' using errcode = 'IN402';
  end if;
  -- All but the first of a day find its row, and do without the call.
  update badge_days set count = count + 1
  where badge_id = p_badge and day = (p_now at time zone 'UTC')::date and kind = 'issued' and network = '';
  if not found then
    of_day := count_issued(p_account, p_badge, p_now, 1);
  end if;
  return null;
end $$;

-- As processes of the release before call it: their credentials say nothing more.
create or replace function issue_credential(
  p_account uuid, p_badge uuid, p_id uuid, p_event uuid,
  p_name text, p_email text, p_name_search text, p_email_search text,
  p_issued_on timestamptz, p_expires timestamptz, p_event_dates jsonb,
  p_now timestamptz, p_period timestamptz, p_limit integer,
  p_key text, p_fingerprint bytea, p_reply jsonb,
  p_act uuid, p_person uuid, p_api_key uuid, p_fields text[]
) returns jsonb language sql as $$
  select issue_credential(p_account, p_badge, p_id, p_event, p_name, p_email, p_name_search, p_email_search,
    p_issued_on, p_expires, p_event_dates, p_now, p_period, p_limit, p_key, p_fingerprint, p_reply,
    p_act, p_person, p_api_key, p_fields, null, null)
$$;
