-- Learners without a credential are deleted some time after the platform last sent them.
create index lti_learners_waiting on lti_learners (seen_at) where issued_at is null;
create index lti_users_updated on lti_users (updated_at);
-- Users who delete My credentials have addresses in several accounts.
create index lti_users_address on lti_users (email_search);
