-- Files and addresses of Open Badges can be moved in, too.
alter table move_ins drop constraint move_ins_source_check;
alter table move_ins add constraint move_ins_source_check
  check (source in ('badgr', 'credly', 'accredible', 'moodle', 'openbadges2', 'openbadges3'));

-- Identities of rows that a dry run has counted, until it ends: a credential counts once.
create table move_in_checks (
  move_in_id uuid not null references move_ins on delete cascade,
  identity bytea not null,
  primary key (move_in_id, identity)
);
