-- outside a transaction
create index concurrently imports_that_correct on imports (account_id, id) where corrects;
