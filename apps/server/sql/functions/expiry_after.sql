-- Until when a credential holds that names no expiry, as `expiryAfter` of the contract has it. One expression, so that PostgreSQL
-- sets it into the statements that call it.
create or replace function expiry_after(p_issued_on timestamptz, p_valid_for text) returns timestamptz language sql stable as $$
  select ((p_issued_on at time zone 'UTC')::date + p_valid_for::interval + interval '1 day - 1 millisecond') at time zone 'UTC'
$$;
