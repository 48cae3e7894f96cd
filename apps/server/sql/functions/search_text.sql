-- Folds text for search that `fold` has folded: without accents and apostrophes, and with plain letters for those that Unicode doesn't
-- decompose. `foldSearch` of the contract does the same. Not `unaccent`: a server may lack the extension, and its result may change.
-- `recipient_keys` repeats the expression, and an index stores its results: never change either.
create or replace function search_text(p_text text) returns text
language sql immutable parallel safe as $$
  select case when octet_length(p_text) = length(p_text) then translate(p_text, '''`', '')
  else translate(replace(replace(replace(
      regexp_replace(normalize(p_text, nfkd),
        U&' ?[\0300-\036F\0483-\0487\0591-\05BD\05BF\05C1\05C2\05C4\05C5\05C7\0610-\061A\0640\064B-\065F\0670\06D6-\06DC\06DF-\06E4\06E7\06E8\06EA-\06ED\1AB0-\1AFF\1DC0-\1DFF\200B-\200F\20D0-\20F0\FE20-\FE2F]+', '', 'g'),
      'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    U&'\2010ø\2011ł\2012đ\2013ð\2014ħŧŋɨʉƶ\0671\0649\0629\06A9\06CC''`\2018\2019\201B\02B9\02BB\02BC\02BD\2032',
    U&'-o-l-d-d-htniuz\0627\064A\0647\0643\064A') end
$$;
