-- Adds a partition to a log that is partitioned by id. Rows that arrived in the partition for the rest move to the new one. The locks
-- keep others from reading and writing the log until the transaction ends, so no more rows arrive.
create or replace function add_month(p_log text, p_name text, p_from uuid, p_to uuid, p_fillfactor integer)
returns void language plpgsql as $$
begin
  perform hold_log(p_log => p_log);
  execute format('lock table %I in access exclusive mode', p_log || '_rest');
  execute format('create table %I (like %I including defaults including constraints) with (fillfactor = %s)', p_name, p_log, p_fillfactor);
  execute format('with moved as (delete from %I where id >= %L and id < %L returning *) insert into %I select * from moved',
    p_log || '_rest', p_from, p_to, p_name);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', p_log, p_name, p_from, p_to);
end $$;
