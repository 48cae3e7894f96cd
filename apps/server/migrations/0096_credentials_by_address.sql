-- outside a transaction

-- The credentials of one address, of all accounts: what their recipient sees.
create index concurrently credentials_address on credentials (email_search, id);
