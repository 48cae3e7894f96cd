-- outside a transaction
create index concurrently badges_card_id on badges (card_id, id) where card_id is not null;
create index concurrently badge_versions_card_id on badge_versions (card_id) where card_id is not null;
