-- outside a transaction
-- The log of one person. Issuing by key is most of any log, and would have to be walked through for somebody who issues nothing.
create index concurrently audit_log_person on audit_log (account_id, person_id, id);
-- Of one action; without the commonest, which the account's own index finds as fast.
create index concurrently audit_log_action on audit_log (account_id, action, id) where action <> 'createAward';
