-- outside a transaction

-- Events about members are deleted by age.
create index concurrently events_members on events (created_at) where credential_id is null;
