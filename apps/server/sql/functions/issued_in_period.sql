-- How many credentials of the period's quota are used, by what the last period that has any says. One expression, so that
-- PostgreSQL sets it into the statements that call it.
create or replace function issued_in_period(p_period timestamptz, p_last_period timestamptz, p_credentials integer)
returns integer language sql immutable as $$
  select case when p_last_period < p_period then 0 else p_credentials end
$$;
