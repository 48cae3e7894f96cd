-- Designs of share cards are stored, versioned and chosen as those of certificates. The references are validated later, when
-- nobody waits for this migration's locks.
alter table certificates add column kind text not null default 'certificate';
alter table badges add column card_id uuid, add column card_version integer,
  add constraint badges_card foreign key (card_id, card_version) references certificate_versions not valid;
alter table badge_versions add column card_id uuid, add column card_version integer,
  add constraint badge_versions_card foreign key (card_id, card_version) references certificate_versions not valid;
alter table brands add column card_id uuid, add column card_version integer,
  add constraint brands_card foreign key (card_id, card_version) references certificate_versions not valid;
create index brands_card_id on brands (card_id) where card_id is not null;

-- function issuer_brand cad6d60684f6
-- function keep_badge_version 0fc4dcb89893
