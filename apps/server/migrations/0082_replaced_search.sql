-- mails_keys of 0081 does the same work. Until processes of the release before have stopped, their searches walk the emails of the account.
drop index if exists mails_search;
-- A search reads what was inserted and not yet sorted in, one after the other: at most half of the usual 4 MiB.
alter index credentials_keys set (gin_pending_list_limit = 2048);
