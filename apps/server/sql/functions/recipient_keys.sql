-- An index stores the results: never change them. A change needs another name and an index of its own.
--
-- Search keys of a name and an email address: a hash of every three consecutive characters, folded as by `search_text`. The account and
-- the field are part of the hash, so that a search reads neither other accounts' rows nor the other field. A search computes the keys of its
-- words by leaving the other field empty. The key of the whole address comes last. It is the first half of the recipient's id.
-- The expression of `search_text` is repeated, because a function that an index calls finds no other function while PostgreSQL maintains
-- the index.
create or replace function recipient_keys(p_account uuid, p_name text, p_email text) returns bigint[]
language plpgsql immutable parallel safe as $$
declare
  keys bigint[] := '{}';
  folded text;
  seed bigint;
begin
  for field in 1 .. 2 loop
    folded := case field when 1 then p_name else p_email end;
    folded := case when octet_length(folded) = length(folded) then translate(folded, '''`', '')
    else translate(replace(replace(replace(
        regexp_replace(normalize(folded, nfkd),
          U&' ?[\0300-\036F\0483-\0487\0591-\05BD\05BF\05C1\05C2\05C4\05C5\05C7\0610-\061A\0640\064B-\065F\0670\06D6-\06DC\06DF-\06E4\06E7\06E8\06EA-\06ED\1AB0-\1AFF\1DC0-\1DFF\200B-\200F\20D0-\20F0\FE20-\FE2F]+', '', 'g'),
        'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
      U&'\2010ø\2011ł\2012đ\2013ð\2014ħŧŋɨʉƶ\0671\0649\0629\06A9\06CC''`\2018\2019\201B\02B9\02BB\02BC\02BD\2032',
      U&'-o-l-d-d-htniuz\0627\064A\0647\0643\064A') end;
    seed := uuid_hash_extended(p_account, field);
    for i in 1 .. length(folded) - 2 loop
      keys := keys || hashtextextended(substr(folded, i, 3), seed);
    end loop;
  end loop;
  if p_name <> '' and p_email <> '' then
    keys := keys || overlay(
      'x' || left(encode(sha256(convert_to(p_account || ' ' || p_email, 'UTF8')), 'hex'), 16) placing '8' from 14)::bit(64)::bigint;
  end if;
  return keys;
end $$;
