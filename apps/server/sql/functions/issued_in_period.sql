-- Credentials issued in the quota's current period: none if the counter belongs to an earlier period. A single expression, so that
-- PostgreSQL inlines it.
create or replace function issued_in_period(p_period timestamptz, p_last_period timestamptz, p_credentials integer)
returns integer language sql immutable as $$
  select case when p_last_period < p_period then 0 else p_credentials end
$$;
