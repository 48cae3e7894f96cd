-- outside a transaction
create index concurrently credentials_expiring on credentials (expires, id) where expires is not null and revoked_at is null;
