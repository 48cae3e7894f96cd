-- The credentials of a bulk job, fixed when the job is accepted. A chunk goes in the transaction that works through it.
create table bulk_job_chunks (
  job_id uuid not null references bulk_jobs on delete cascade,
  number integer not null,
  credential_ids uuid[] not null,
  primary key (job_id, number)
);

-- Credentials that a failed job never reached.
alter table bulk_jobs add column failed integer not null default 0;

-- Jobs that skipped credentials because of clocks that differ were reported as completed.
update bulk_jobs set status = 'failed', failed = total - done - skipped
where status = 'completed' and done + skipped < total;
alter table bulk_jobs add constraint bulk_jobs_completed
  check (status <> 'completed' or done + skipped + failed >= total);

-- A dry run counts only the rows that would fail or be skipped.
update imports set status = 'failed'
where status = 'completed' and not dry_run and issued + failed + skipped < total;
alter table imports add constraint imports_completed
  check (status <> 'completed' or dry_run or issued + failed + skipped >= total);
