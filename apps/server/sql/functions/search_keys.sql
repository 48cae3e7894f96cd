-- Replaced by `recipient_keys`. The release before calls it until its processes have stopped; drop it in the next release.
-- An index stores the results: never change them. A change needs another name and an index of its own.
--
-- Search keys of a name and an email address: a hash of every three consecutive characters. The account and the field are part of the
-- hash, so that a search reads neither other accounts' rows nor the other field. A search computes the keys of its words by leaving the
-- other field empty.
-- The loop is repeated, because a function that an index calls finds no other function while PostgreSQL maintains the index.
create or replace function search_keys(p_account uuid, p_name text, p_email text) returns bigint[]
language plpgsql immutable parallel safe as $$
declare
  keys bigint[] := '{}';
  seed bigint := uuid_hash_extended(p_account, 1);
begin
  for i in 1 .. length(p_name) - 2 loop
    keys := keys || hashtextextended(substr(p_name, i, 3), seed);
  end loop;
  seed := uuid_hash_extended(p_account, 2);
  for i in 1 .. length(p_email) - 2 loop
    keys := keys || hashtextextended(substr(p_email, i, 3), seed);
  end loop;
  return keys;
end $$;
