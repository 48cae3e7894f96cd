-- Migrations from other services can be paused and canceled.
alter table move_ins drop constraint move_ins_status_check;
alter table move_ins add constraint move_ins_status_check
  check (status in ('queued', 'running', 'paused', 'completed', 'failed', 'cancelled', 'undoing', 'undone'));
-- How often it was resumed. Jobs that started earlier stop. The default is constant, so no row is rewritten.
alter table move_ins add column resumed integer not null default 0;
