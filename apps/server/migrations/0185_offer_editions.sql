-- The credential's edition that an offer is for. Until now, times of different processes decided. Null: an offer of the earlier release.
alter table wallet_offers add column edition integer;
