-- Drops a partition of a log. Refuses any other table.
create or replace function drop_part(p_log text, p_name text) returns void language plpgsql as $$
begin
  if not exists (select from pg_inherits where inhparent = p_log::regclass and inhrelid = p_name::regclass) then
    raise exception '% is no partition of %', p_name, p_log;
  end if;
  execute format('drop table %I', p_name);
end $$;
