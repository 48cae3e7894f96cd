-- A search reads what was inserted and not yet sorted in, one after the other: at most half of the usual 4 MiB.
alter index credentials_search set (gin_pending_list_limit = 2048);
