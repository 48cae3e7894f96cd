-- Names the present history of the database: its cluster, and the timeline, which a promotion or a recovery changes. What was committed
-- at the end of another history may be lost. Empty where the server doesn't allow the question.
create or replace function database_history() returns text language plpgsql stable as $$
begin
  return (select system_identifier from pg_control_system()) || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8);
exception when others then
  return '';
end $$;
