-- Keeps the edition of an issuer that is about to change if credentials have it, and starts the next one. The caller has locked the
-- issuer.
create or replace function keep_issuer_version(p_issuer uuid) returns void language plpgsql as $$
begin
  if not exists (
    select from badges b cross join lateral (select from credentials c where c.badge_id = b.id order by c.id desc limit 1) issued
    where b.issuer_id = p_issuer)
  then
    return;
  end if;
  insert into issuer_versions (issuer_id, version, name, url, email, logo_cid, brand)
  select id, version, name, url, email, logo_cid, issuer_brand(p_issuer => id) from issuers where id = p_issuer;
  insert into issuer_version_pictures (issuer_id, version, cid)
  select i.id, i.version, cid from issuers i cross join brand_pictures(p_brand => issuer_brand(p_issuer => i.id)) cid where i.id = p_issuer;
  update issuers set version = version + 1 where id = p_issuer;
end $$;
