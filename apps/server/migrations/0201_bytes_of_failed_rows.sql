-- Bytes of failed rows, which are limited for each account. Processes of earlier releases don't count them.
alter table imports add column failed_bytes bigint not null default 0;
