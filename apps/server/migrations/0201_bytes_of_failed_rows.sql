-- What the failed rows of an import take. Bounds those of an account. Older processes don't count them.
alter table imports add column failed_bytes bigint not null default 0;
