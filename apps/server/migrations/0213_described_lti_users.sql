-- When the platform last sent both name and address. Null for people from before: see `updated_at`.
alter table lti_users add column described_at timestamptz;
