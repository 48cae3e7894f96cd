-- The order of an issuer's migrations from other services, decided by the database: the clocks of processes that make ids
-- differ. The next migration numbers earlier rows.
create sequence move_in_positions as bigint;
alter table move_ins add column position bigint;
alter table move_ins alter column position set default nextval('move_in_positions');
alter sequence move_in_positions owned by move_ins.position;
-- Hash of the criteria of a badge that a dry run would create. Later rows with this badge need no other one.
alter table move_in_badges add column criteria_hash bytea;
