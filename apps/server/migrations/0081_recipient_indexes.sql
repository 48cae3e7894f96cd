-- outside a transaction

-- Recipients in the order of their addresses, and the credentials of each.
create index concurrently credentials_recipients on credentials (account_id, email_search, id);
create index concurrently credentials_keys on credentials using gin (recipient_keys(account_id, name_search, email_search));
create index concurrently mails_keys on mails using gin (recipient_keys(account_id, '', lower(recipient collate "C")))
  where account_id is not null;
drop index concurrently if exists credentials_recipient;
-- Until processes of the release before have stopped, their searches walk the rows of the account.
drop index concurrently if exists credentials_search;
-- The new index has statistics of its own.
analyze credentials;
