-- The brand of an issuer's credentials, as kept with an edition. Null if the issuer has none of its own.
create or replace function issuer_brand(p_issuer uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('accentColor', accent_color, 'logoDarkCid', logo_dark_cid, 'website', website, 'footText', foot_text,
    'certificateStyle', certificate_style, 'orientation', orientation, 'paper', paper, 'language', language,
    'certificateId', certificate_id, 'certificateVersion', certificate_version, 'cardId', card_id, 'cardVersion', card_version,
    'signatures', (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'title', title, 'pictureCid', picture_cid) order by position), '[]')
      from brand_signatures where issuer_id = p_issuer))
  from brands where issuer_id = p_issuer
$$;
