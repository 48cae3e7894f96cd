-- Expiry date of a credential without one of its own, from the validity of its badge (ISO 8601 duration): the end of the last day.
-- A single expression, so that PostgreSQL inlines it.
create or replace function expiry_after(p_issued_on timestamptz, p_valid_for text) returns timestamptz language sql stable as $$
  select ((p_issued_on at time zone 'UTC')::date + p_valid_for::interval + interval '1 day - 1 millisecond') at time zone 'UTC'
$$;
