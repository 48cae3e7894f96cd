-- Takes an Idempotency-Key for the rest of the transaction and returns null, or returns the reply that is kept under it. IN409: the key
-- was used for another request.
create or replace function claim_idempotency_key(
  p_account uuid, p_key text, p_fingerprint bytea, p_reply jsonb, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  hashed text := hash_idempotency_key(p_account, p_key);
  kept idempotency_keys;
begin
  -- Processes of the release before store the key itself. This lock keeps one of them from taking the same key meanwhile.
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
    select * into strict kept from idempotency_keys where account_id = p_account and key = hashed;
    if kept.fingerprint <> p_fingerprint then
      raise exception 'idempotency key reused' using errcode = 'IN409';
    end if;
    return kept.reply;
  end if;
  return null;
end $$;
