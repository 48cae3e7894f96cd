-- Counts credentials of a badge by the day (UTC) of their issue; returns how many that day has. Called last, with the row of the
-- account's quota held: of those who issue nobody ever waits for this row, and who waits for nothing more is in no deadlock.
create or replace function count_issued(p_account uuid, p_badge uuid, p_now timestamptz, p_count integer)
returns integer language plpgsql as $$
declare
  of_day integer;
begin
  insert into badge_days as b values (p_account, p_badge, (p_now at time zone 'UTC')::date, 'issued', '', p_count)
  on conflict (badge_id, day, kind, network) do update set count = b.count + p_count
  returning b.count into of_day;
  return of_day;
end $$;
