-- Deletes the queue entry and the attempts of each deleted delivery. Foreign keys aren't used: each delivery would cost a lookup in the
-- log, and partitions of the log couldn't be dropped.
create or replace function drop_waiting() returns trigger language plpgsql as $$
begin
  delete from waiting_deliveries v using gone where v.webhook_id = gone.webhook_id and v.id = gone.id;
  delete from delivery_attempts a using gone where a.delivery_id = gone.id;
  return null;
end $$;

create or replace trigger deliveries_drop_waiting after delete on deliveries
  referencing old table as gone for each statement execute function drop_waiting();
