-- Issues many credentials of a badge that the caller has locked, in one round trip. Raises IN402 if the quota doesn't suffice for all.
-- Separate from issue_credential, which would be a fifth slower with arrays of one element.
create or replace function issue_credentials(
  p_account uuid, p_badge uuid, p_ids uuid[], p_events uuid[],
  p_names text[], p_emails text[], p_name_searches text[], p_email_searches text[],
  p_issued_on timestamptz[], p_expires timestamptz[], p_given_issued_on text[], p_given_expires text[],
  p_now timestamptz, p_period timestamptz, p_limit integer,
  p_person uuid, p_api_key uuid,
  p_details jsonb[]
) returns void language plpgsql as $$
declare
  total integer;
begin
  insert into credentials (id, account_id, badge_id, badge_version, issuer_version, recipient_name, recipient_email, name_search, email_search, issued_on, expires, created_at, details)
  select r.id, p_account, b.id, b.version, i.version, r.name, r.email, name_search, email_search, issued_on,
    coalesce(expires, expiry_after(p_issued_on => issued_on, p_valid_for => b.details->>'validFor')), p_now, r.details
  from badges b join issuers i on i.id = b.issuer_id,
    unnest(p_ids, p_names, p_emails, p_name_searches, p_email_searches, p_issued_on, p_expires, p_details)
    as r(id, name, email, name_search, email_search, issued_on, expires, details)
  where b.id = p_badge;

  perform record_events(
    p_ids => array_agg(event), p_account => p_account, p_credentials => array_agg(r.id), p_person => p_person, p_api_key => p_api_key,
    p_type => 'credential.issued',
    p_data => array_agg(issued_data(
      p_badge => b.id, p_badge_name => b.name, p_name => r.name, p_email => r.email, p_issued_on => r.given,
      p_expires => coalesce(r.expires,
        to_char(expiry_after(p_issued_on => r.issued_on, p_valid_for => b.details->>'validFor') at time zone 'UTC', 'YYYY-MM-DD')))),
    p_now => p_now)
  from badges b, unnest(p_ids, p_events, p_names, p_emails, p_issued_on, p_given_issued_on, p_given_expires)
    as r(id, event, name, email, issued_on, given, expires)
  where b.id = p_badge;

  update account_usage
  set credentials = issued_in_period(p_period => p_period, p_last_period => period_start, p_credentials => credentials) + cardinality(p_ids),
      period_start = greatest(period_start, p_period)
  where account_id = p_account
    and issued_in_period(p_period => p_period, p_last_period => period_start, p_credentials => credentials) + cardinality(p_ids) <= p_limit;
  if not found then
    raise exception 'quota reached' using errcode = 'IN402';
  end if;
  total := count_issued(p_account => p_account, p_badge => p_badge, p_now => p_now, p_count => cardinality(p_ids));
end $$;
