-- outside a transaction
create index concurrently claim_codes_client on claim_codes (client) where client is not null;
