-- The form in which an Idempotency-Key is stored: the key may contain an address. No client can send a space, so no key looks like
-- a hash.
create or replace function hash_idempotency_key(p_account uuid, p_key text) returns text language sql immutable strict as $$
  select ' ' || encode(sha256(convert_to(p_account::text || ' ' || p_key, 'UTF8')), 'hex')
$$;
