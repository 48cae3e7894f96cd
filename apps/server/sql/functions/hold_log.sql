-- Nobody reads or writes the log until the transaction ends. The log before its partitions, as all do who use it.
create or replace function hold_log(p_log text) returns void language plpgsql as $$
begin
  execute format('lock table only %I in access exclusive mode', p_log);
end $$;
