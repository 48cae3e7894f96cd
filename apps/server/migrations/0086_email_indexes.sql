-- outside a transaction

-- Lists by email state, alone or with a status (features/credentials/sql.ts). They could replace the indexes of 0039.
create index concurrently credentials_account_email on credentials
  (account_id, (email_state * 3 + case when revoked_at is not null then 2 when lapsed_at is not null then 1 else 0 end), id);
create index concurrently credentials_badge_email on credentials
  (badge_id, (email_state * 3 + case when revoked_at is not null then 2 when lapsed_at is not null then 1 else 0 end), id);
analyze credentials;
