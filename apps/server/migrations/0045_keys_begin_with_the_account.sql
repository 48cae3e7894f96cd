-- outside a transaction

-- Both tables are read by account, and each issue writes to both. With the account before the id the primary key is the
-- index of their lists too: one entry less for each row. Old processes find an event of a delivery more slowly until they end.
create unique index concurrently audit_log_of_account on audit_log (account_id, id);
alter table audit_log drop constraint if exists audit_log_pkey, add constraint audit_log_of_account primary key using index audit_log_of_account;
drop index concurrently if exists audit_log_account;
create unique index concurrently events_of_account on events (account_id, id);
alter table events drop constraint if exists events_pkey, add constraint events_of_account primary key using index events_of_account;
drop index concurrently if exists events_account;

-- What writes an event looks first whether the account has an endpoint at all.
-- function fan_out_events 59be6a5b4175
