-- Redirects stop when another account verifies their domain. Null: account_id verified it. Otherwise
-- this account did, and the target moved to account_id later. No foreign key: it may be deleted.
alter table redirects add column proven_by uuid;
