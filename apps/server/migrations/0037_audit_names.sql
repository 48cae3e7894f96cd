-- What was deleted, by its last name; of what is there, names are read where they stand.
alter table audit_log add column name text;
-- The badge that all credentials of the job are of.
alter table bulk_jobs add column badge_id uuid;
