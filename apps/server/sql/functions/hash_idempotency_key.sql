-- Idempotency keys are stored as hashes, because they may contain email addresses. The leading space marks a hash: clients can't send
-- one.
create or replace function hash_idempotency_key(p_account uuid, p_key text) returns text language sql immutable strict as $$
  select ' ' || encode(sha256(convert_to(p_account::text || ' ' || p_key, 'UTF8')), 'hex')
$$;
