-- Processes of the previous release store unhashed keys. If a newer process has claimed the key, the error makes their client retry
-- (request_in_progress), so that the request doesn't run twice. The next release removes this.
create or replace function guard_idempotency_key() returns trigger language plpgsql as $$
declare
  hashed text := hash_idempotency_key(p_account => new.account_id, p_key => new.key);
begin
  perform pg_advisory_xact_lock(hashtextextended(hashed, 0));
  if exists (
    select from idempotency_keys
    where account_id = new.account_id and key = hashed and created_at > new.created_at - interval '24 hours'
  ) then
    raise exception 'a newer process has this idempotency key' using errcode = '55P03';
  end if;
  return new;
end $$;
create or replace trigger idempotency_keys_guard before insert on idempotency_keys
  for each row when (new.key not like ' %') execute function guard_idempotency_key();
