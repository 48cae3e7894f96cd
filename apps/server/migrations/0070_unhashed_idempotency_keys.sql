-- outside a transaction

-- For the chore that hashes them. Empty as soon as no process of the release before runs.
create index concurrently idempotency_keys_unhashed on idempotency_keys (created_at) where key not like ' %';
