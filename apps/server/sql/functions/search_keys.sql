-- An index holds what this has returned: it never returns anything else for the same values. What shall, has another name and
-- an index of its own.
--
-- What a search is found by: every three characters in a row of a name and of an address, hashed with the account and the
-- field, so that neither other accounts' rows nor the other field cost a search anything. A search has the keys of its words:
-- search_keys(account, 'ada', '') for names, search_keys(account, '', 'ada') for addresses.
-- One loop twice: a function that an index calls finds no other one while PostgreSQL maintains the index.
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
