-- A process of the release before stores a key itself. Where a newer process has taken the key already, the client is asked to come
-- again (request_in_progress) instead of having its request done twice. Goes in the next release.
create or replace function guard_idempotency_key() returns trigger language plpgsql as $$
declare
  hashed text := hash_idempotency_key(new.account_id, new.key);
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
