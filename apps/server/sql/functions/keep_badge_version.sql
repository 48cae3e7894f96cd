-- Keeps the previous version of a badge, because credentials refer to the version that they were issued from.
create or replace function keep_badge_version() returns trigger language plpgsql as $$
begin
  insert into badge_versions (badge_id, version, name, description, criteria, image_cid, details, certificate_id, certificate_version, card_id, card_version)
  values (old.id, old.version, old.name, old.description, old.criteria, old.image_cid, old.details, old.certificate_id, old.certificate_version,
    old.card_id, old.card_version);
  new.version := old.version + 1;
  return new;
end $$;

create or replace trigger badges_keep_version
  before update of name, description, criteria, image_cid, details, certificate_id, certificate_version, card_id, card_version on badges
  for each row when ((old.name, old.description, old.criteria, old.image_cid, old.details, old.certificate_id, old.certificate_version, old.card_id, old.card_version)
    is distinct from (new.name, new.description, new.criteria, new.image_cid, new.details, new.certificate_id, new.certificate_version, new.card_id, new.card_version))
  execute function keep_badge_version();
