-- Whyever a delivery goes (its credential is erased, its endpoint or account deleted), what waits and what was tried goes with
-- it. References would cost each delivery a look at the log, and keep its months from being dropped.
create or replace function drop_waiting() returns trigger language plpgsql as $$
begin
  delete from waiting_deliveries v using gone where v.webhook_id = gone.webhook_id and v.id = gone.id;
  delete from delivery_attempts a using gone where a.delivery_id = gone.id;
  return null;
end $$;

create or replace trigger deliveries_drop_waiting after delete on deliveries
  referencing old table as gone for each statement execute function drop_waiting();
