-- outside a transaction

-- 0 valid, or about to be noted as expired; 1 noted as expired; 2 revoked (features/credentials/sql.ts).
create index concurrently credentials_account_state on credentials
  (account_id, (case when revoked_at is not null then 2 when lapsed_at is not null then 1 else 0 end), id);
create index concurrently credentials_badge_state on credentials
  (badge_id, (case when revoked_at is not null then 2 when lapsed_at is not null then 1 else 0 end), id);
-- What will have to be noted: for the chore, and for lists until it has come.
create index concurrently credentials_due on credentials (expires)
  where expires is not null and revoked_at is null and lapsed_at is null;
create index concurrently credentials_due_account on credentials (account_id, expires)
  where expires is not null and revoked_at is null and lapsed_at is null;
analyze credentials;
