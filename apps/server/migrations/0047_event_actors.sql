-- Who has caused it; nobody when a visitor or the service did, and not known of what happened before.
alter table events add column person_id uuid, add column key_id uuid;
-- For whom its credentials are issued.
alter table imports add column person_id uuid, add column key_id uuid;

-- function issue_credential 6af06075b94d
-- function issue_credentials f0c9c135f2f0
