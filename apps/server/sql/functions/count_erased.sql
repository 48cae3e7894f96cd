-- Counts credentials that go by the day of their issue, whyever they go: by a trigger, so that no statement can forget it, those of
-- older processes included. In rows of their own, so that who erases and who issues never wait for each other.
-- While days from before there were counts are being counted, nothing is erased beside that: a credential would be left out, and
-- taken away once more.
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
