-- outside a transaction

-- Lists by a filter follow an index, also when nothing matches: any action, and one person's acts of one kind.
create index concurrently audit_log_by_action on audit_log (account_id, action, id);
create index concurrently audit_log_person_action on audit_log (account_id, person_id, action, id)
  where person_id is not null and action <> 'createAward';

create index concurrently mails_state on mails (account_id, state, id);
-- A bounce report may name nothing but the address.
create index concurrently mails_address on mails (hashtextextended(lower(recipient collate "C"), 0), id);
create index concurrently mails_search on mails using gin (search_keys(account_id, '', lower(recipient collate "C")))
  where account_id is not null;

-- A success writes neither "type" nor "last_error", and so changes none of these.
create index concurrently deliveries_type on deliveries (webhook_id, type, id);
create index concurrently deliveries_failed_type on deliveries (webhook_id, type, id) where last_error is not null;
create index concurrently deliveries_unfailed on deliveries (webhook_id, id) where last_error is null;

-- Deleted badges and issuers keep their rows.
create index concurrently badges_listed on badges (account_id, id) where deleted_at is null;
create index concurrently issuers_listed on issuers (account_id, id) where deleted_at is null;
