-- Identifies the history of the database by cluster and timeline. A promotion or a point-in-time recovery starts a new timeline, and
-- the last commits of the previous one may be lost. Returns '' if the server doesn't permit these functions.
create or replace function database_history() returns text language plpgsql stable as $$
begin
  return (select system_identifier from pg_control_system()) || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8);
exception when others then
  return '';
end $$;
