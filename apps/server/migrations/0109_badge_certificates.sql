-- outside a transaction
create index concurrently badges_certificate_id on badges (certificate_id, id) where certificate_id is not null;
create index concurrently badge_versions_certificate_id on badge_versions (certificate_id) where certificate_id is not null;
