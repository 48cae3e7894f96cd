-- Counts deleted credentials by the day of their issue. A trigger does this, so that every statement counts. Erased credentials have
-- counters of their own, so that erasing and issuing never wait for each other.
-- The lock on the setting keeps erasing from running while earlier days are being counted: a credential erased meanwhile would be
-- missing from the count and subtracted as well.
create or replace function count_erased() returns trigger language plpgsql as $$
begin
  perform from settings where name = 'issued_days_from' and value <> '1970-01-01' for share;
  insert into badge_days as b
  select account_id, badge_id, (created_at at time zone 'UTC')::date, 'erased', '', count(*) from gone
  group by account_id, badge_id, 3 order by badge_id, 3
  on conflict (badge_id, day, kind, network) do update set count = b.count + excluded.count;
  return null;
end $$;

create or replace trigger credentials_count_erased after delete on credentials
  referencing old table as gone for each statement execute function count_erased();
