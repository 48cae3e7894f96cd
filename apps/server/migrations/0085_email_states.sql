-- 0 not emailed, 1 emailed, 2 bounced (sql/functions/note_email_state.sql). A chore fills in what was emailed before.
alter table credentials add column email_state smallint not null default 0;

-- Emails of the job skip recipients who were emailed already. Older processes don't skip anybody.
alter table bulk_jobs add column skips_emailed boolean not null default false;

-- The credentials of an import, written with each batch.
create table import_issued (
  import_id uuid not null references imports on delete cascade,
  first_row integer not null,
  credential_ids uuid[] not null,
  primary key (import_id, first_row)
);

-- function note_email_state c9e049e9e5c6
