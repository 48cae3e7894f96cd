-- outside a transaction

-- The indexes of 0086 hold the status too. Until processes of the release before have stopped, their lists by status walk the
-- rows of the account.
drop index concurrently if exists credentials_account_state;
drop index concurrently if exists credentials_badge_state;
