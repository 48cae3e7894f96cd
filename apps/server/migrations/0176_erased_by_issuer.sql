-- outside a transaction
create index concurrently erased_credentials_issuer on erased_credentials (issuer_id) where issuer_id is not null;
