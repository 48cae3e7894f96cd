-- Issues many credentials of a badge that the caller holds, in one round trip; the same refusal as issue_credential, IN402, when
-- the quota has no room for all. One statement of its own beside that one, since arrays of one cost it a fifth of its work.
create or replace function issue_credentials(
  p_account uuid, p_badge uuid, p_ids uuid[], p_events uuid[],
  p_names text[], p_emails text[], p_name_searches text[], p_email_searches text[],
  p_issued_on timestamptz[], p_expires timestamptz[], p_given_issued_on text[], p_given_expires text[],
  p_now timestamptz, p_period timestamptz, p_limit integer,
  p_person uuid, p_api_key uuid,
  p_details jsonb[]
) returns void language plpgsql as $$
declare
  of_day integer;
begin
  insert into credentials (id, account_id, badge_id, badge_version, recipient_name, recipient_email, name_search, email_search, issued_on, expires, created_at, details)
  select r.id, p_account, b.id, b.version, r.name, email, name_search, email_search, issued_on,
    coalesce(expires, expiry_after(issued_on, b.details->>'validFor')), p_now, r.details
  from badges b, unnest(p_ids, p_names, p_emails, p_name_searches, p_email_searches, p_issued_on, p_expires, p_details)
    as r(id, name, email, name_search, email_search, issued_on, expires, details)
  where b.id = p_badge;

  perform record_events(array_agg(event), p_account, array_agg(r.id), p_person, p_api_key, 'credential.issued',
    array_agg(issued_data(b.id, b.name, r.name, r.email, r.given,
      coalesce(r.expires, to_char(expiry_after(r.issued_on, b.details->>'validFor') at time zone 'UTC', 'YYYY-MM-DD')))), p_now)
  from badges b, unnest(p_ids, p_events, p_names, p_emails, p_issued_on, p_given_issued_on, p_given_expires)
    as r(id, event, name, email, issued_on, given, expires)
  where b.id = p_badge;

  update account_usage
  set credentials = issued_in_period(p_period, period_start, credentials) + cardinality(p_ids),
      period_start = greatest(period_start, p_period)
  where account_id = p_account and issued_in_period(p_period, period_start, credentials) + cardinality(p_ids) <= p_limit;
  if not found then
    raise exception 'quota reached' using errcode = 'IN402';
  end if;
  of_day := count_issued(p_account, p_badge, p_now, cardinality(p_ids));
end $$;

-- As workers of the release before call it: their credentials say nothing more.
create or replace function issue_credentials(
  p_account uuid, p_badge uuid, p_ids uuid[], p_events uuid[],
  p_names text[], p_emails text[], p_name_searches text[], p_email_searches text[],
  p_issued_on timestamptz[], p_expires timestamptz[], p_given_issued_on text[], p_given_expires text[],
  p_now timestamptz, p_period timestamptz, p_limit integer,
  p_person uuid, p_api_key uuid
) returns void language sql as $$
  select issue_credentials(p_account, p_badge, p_ids, p_events, p_names, p_emails, p_name_searches, p_email_searches,
    p_issued_on, p_expires, p_given_issued_on, p_given_expires, p_now, p_period, p_limit, p_person, p_api_key, null)
$$;

-- As workers of the release before call it that do not say for whom either.
create or replace function issue_credentials(
  p_account uuid, p_badge uuid, p_ids uuid[], p_events uuid[],
  p_names text[], p_emails text[], p_name_searches text[], p_email_searches text[],
  p_issued_on timestamptz[], p_expires timestamptz[], p_given_issued_on text[], p_given_expires text[],
  p_now timestamptz, p_period timestamptz, p_limit integer
) returns void language sql as $$
  select issue_credentials(p_account, p_badge, p_ids, p_events, p_names, p_emails, p_name_searches, p_email_searches,
    p_issued_on, p_expires, p_given_issued_on, p_given_expires, p_now, p_period, p_limit, null, null, null)
$$;
