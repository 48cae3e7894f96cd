-- Rows of a dry run of corrections whose recipient can't be emailed.
alter table imports add column unreachable integer not null default 0;
