-- The migration that a program must know to run here: noted with those that take away what older programs used.
alter table kysely_migration add column if not exists needs varchar(255);
