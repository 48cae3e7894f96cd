-- The pictures that a kept brand names.
create or replace function brand_pictures(p_brand jsonb) returns setof text language sql immutable as $$
  select p_brand->>'logoDarkCid' where p_brand->>'logoDarkCid' is not null
  union
  select signature->>'pictureCid' from jsonb_array_elements(p_brand->'signatures') signature where signature->>'pictureCid' is not null
$$;
