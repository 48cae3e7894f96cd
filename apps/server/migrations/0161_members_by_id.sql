-- outside a transaction

-- Directories read all members of an account, page by page.
create index concurrently members_account on members (account_id, id);
