-- Replaced by the two indexes of 0194. Until processes of the release before have stopped, their lists of one person walk the
-- rows of the account.
drop index if exists audit_log_person;
