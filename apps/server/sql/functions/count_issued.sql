-- Adds to a badge's count of credentials issued on a day (UTC) and returns the day's total. Call this last, with the account's quota
-- row locked: issuers then wait only for that row, so no deadlock is possible.
create or replace function count_issued(p_account uuid, p_badge uuid, p_now timestamptz, p_count integer)
returns integer language plpgsql as $$
declare
  total integer;
begin
  insert into badge_days as b values (p_account, p_badge, (p_now at time zone 'UTC')::date, 'issued', '', p_count)
  on conflict (badge_id, day, kind, network) do update set count = b.count + p_count
  returning b.count into total;
  return total;
end $$;
