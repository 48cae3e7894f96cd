-- outside a transaction

-- Pairs of filters follow an index too, also when nothing matches.
create index concurrently deliveries_unfailed_type on deliveries (webhook_id, type, id) where last_error is null;
create index concurrently waiting_deliveries_type on waiting_deliveries (webhook_id, type, id);

-- Each act is in one of these, so the most common one costs no more than with the index that 0195 drops.
create index concurrently audit_log_person_created on audit_log (account_id, person_id, id) where action = 'createAward';
create index concurrently audit_log_person_others on audit_log (account_id, person_id, id) where action <> 'createAward';

-- Offers to one address, by issuer.
create index concurrently offered_credentials_issuers on offered_credentials (address, issuer_id, id) where state = 'open';
