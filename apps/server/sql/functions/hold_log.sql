-- Locks a partitioned log until the transaction ends. The parent table is locked before its partitions, as in every query, so no
-- deadlock is possible.
create or replace function hold_log(p_log text) returns void language plpgsql as $$
begin
  execute format('lock table only %I in access exclusive mode', p_log);
end $$;
