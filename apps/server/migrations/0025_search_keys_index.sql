-- outside a transaction

create index concurrently credentials_search on credentials using gin (search_keys(account_id, name_search, email_search));
-- Whether somebody has a badge already.
create index concurrently credentials_recipient on credentials (account_id, email_search);
drop index concurrently if exists credentials_name;
drop index concurrently if exists credentials_email;
-- The new index has statistics of its own.
analyze credentials;
