-- Claims an Idempotency-Key and returns null, or returns the reply that is stored under it. The claim ends with the transaction unless
-- it commits. Raises IN409 if the key was used for another request.
create or replace function claim_idempotency_key(
  p_account uuid, p_key text, p_fingerprint bytea, p_reply jsonb, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  hashed text := hash_idempotency_key(p_account => p_account, p_key => p_key);
  claimed idempotency_keys;
begin
  -- Processes of the previous release store unhashed keys. The lock keeps one of them from claiming the same key at the same time.
  perform pg_advisory_xact_lock(hashtextextended(hashed, 0));
  update idempotency_keys k set key = hashed
  where k.account_id = p_account and k.key = p_key
    and not exists (select from idempotency_keys h where h.account_id = p_account and h.key = hashed);

  insert into idempotency_keys as k (account_id, key, fingerprint, status, reply, created_at)
  values (p_account, hashed, p_fingerprint, 200, p_reply, p_now)
  on conflict (account_id, key) do update
    set fingerprint = excluded.fingerprint, status = excluded.status, reply = excluded.reply, created_at = excluded.created_at
    where k.created_at <= p_now - interval '24 hours';
  if not found then
    select * into strict claimed from idempotency_keys where account_id = p_account and key = hashed;
    if claimed.fingerprint <> p_fingerprint then
      raise exception 'idempotency key reused' using errcode = 'IN409';
    end if;
    return claimed.reply;
  end if;
  return null;
end $$;
