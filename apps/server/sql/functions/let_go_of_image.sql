-- Marks an image that a row no longer refers to. The update is unconditional: the collector may have locked the image's row and be about
-- to mark it as used.
create or replace function let_go_of_image() returns trigger language plpgsql as $$
begin
  update images set may_be_unused = true where cid = to_jsonb(old) ->> tg_argv[0];
  return null;
end $$;

create or replace trigger badges_let_go after delete or update of image_cid on badges
  for each row execute function let_go_of_image('image_cid');
create or replace trigger issuers_let_go after delete or update of logo_cid on issuers
  for each row when (old.logo_cid is not null) execute function let_go_of_image('logo_cid');
create or replace trigger image_sizes_let_go after delete or update of sized_cid on image_sizes
  for each row execute function let_go_of_image('sized_cid');
create or replace trigger brands_let_go after delete or update of logo_dark_cid on brands
  for each row when (old.logo_dark_cid is not null) execute function let_go_of_image('logo_dark_cid');
create or replace trigger brand_signatures_let_go after delete or update of picture_cid on brand_signatures
  for each row when (old.picture_cid is not null) execute function let_go_of_image('picture_cid');
create or replace trigger badge_versions_let_go after delete on badge_versions
  for each row execute function let_go_of_image('image_cid');
create or replace trigger signed_credentials_let_go after delete on signed_credentials
  for each row when (old.logo_cid is not null) execute function let_go_of_image('logo_cid');
create or replace trigger design_pictures_let_go after delete on design_pictures
  for each row execute function let_go_of_image('cid');
create or replace trigger badge_pictures_let_go after delete on badge_pictures
  for each row execute function let_go_of_image('cid');
create or replace trigger issuer_versions_let_go after delete on issuer_versions
  for each row when (old.logo_cid is not null) execute function let_go_of_image('logo_cid');
create or replace trigger issuer_version_pictures_let_go after delete on issuer_version_pictures
  for each row execute function let_go_of_image('cid');
create or replace trigger certificate_pictures_let_go after delete on certificate_pictures
  for each row execute function let_go_of_image('cid');
