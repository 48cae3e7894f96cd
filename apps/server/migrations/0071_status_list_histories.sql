-- The history of the database in which a list's places are given. In another history the last places may be given already, though the
-- rows say otherwise: no more are given in the list.
alter table status_lists add column history text;
do $$
begin
  update status_lists set history =
    (select system_identifier from pg_control_system()) || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8);
exception when others then
  update status_lists set history = '';
end $$;
-- function database_history 3fe5dfa36583
