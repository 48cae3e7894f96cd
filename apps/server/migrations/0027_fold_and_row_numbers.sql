-- Searches take letters with one capital for one from now on: ς and σ, ß and ss, ı and i. What was folded before is brought
-- to what the program makes of the same text now; these are all the letters in which the two differ.
create function fold_again(folded text) returns text language plpgsql as $$
declare
  -- Letters that are hard to see or to tell from others, by their numbers.
  olds text[] := array['ß', 'ı', 'ς', E'i\u0307', E'\u0345',
    E'\u1c80', E'\u1c81', E'\u1c82', E'\u1c83', E'\u1c84', E'\u1c85', E'\u1c86', E'\u1c87', E'\u1c88',
    'ᾀ', 'ᾁ', 'ᾂ', 'ᾃ', 'ᾄ', 'ᾅ', 'ᾆ', 'ᾇ', 'ᾐ', 'ᾑ', 'ᾒ', 'ᾓ', 'ᾔ', 'ᾕ', 'ᾖ', 'ᾗ', 'ᾠ', 'ᾡ', 'ᾢ', 'ᾣ', 'ᾤ', 'ᾥ', 'ᾦ', 'ᾧ',
    'ᾲ', 'ᾳ', 'ᾴ', 'ᾷ', 'ῂ', 'ῃ', 'ῄ', 'ῇ', 'ῲ', 'ῳ', 'ῴ', 'ῷ'];
  news text[] := array['ss', 'i', 'σ', 'i', 'ι',
    'в', 'д', 'о', 'с', 'т', 'т', 'ъ', E'\u0463', E'\ua64b',
    'ἀι', 'ἁι', 'ἂι', 'ἃι', 'ἄι', 'ἅι', 'ἆι', 'ἇι', 'ἠι', 'ἡι', 'ἢι', 'ἣι', 'ἤι', 'ἥι', 'ἦι', 'ἧι', 'ὠι', 'ὡι', 'ὢι', 'ὣι', 'ὤι', 'ὥι', 'ὦι', 'ὧι',
    'ὰι', 'αι', 'άι', 'ᾶι', 'ὴι', 'ηι', 'ήι', 'ῆι', 'ὼι', 'ωι', 'ώι', 'ῶι'];
begin
  if folded !~ array_to_string(olds, '|') then
    return folded;
  end if;
  for n in 1..cardinality(olds) loop
    folded := replace(folded, olds[n], news[n]);
  end loop;
  return normalize(folded, nfc);
end $$;

update credentials set name_search = fold_again(name_search), email_search = fold_again(email_search)
where octet_length(name_search || email_search) > length(name_search || email_search)
  and (name_search <> fold_again(name_search) or email_search <> fold_again(email_search));
update import_errors set email_search = fold_again(email_search) where email_search <> fold_again(email_search);
update bulk_jobs set filter = jsonb_set(filter, '{like}', to_jsonb(fold_again(filter->>'like')))
where filter->>'like' <> fold_again(filter->>'like');
drop function fold_again;

-- Dates of five-digit years made a credential unreadable; they are refused now.
update credentials set expires = '9999-12-31 23:59:59.999+00' where expires > '9999-12-31 23:59:59.999+00';

-- Rows are counted as a spreadsheet does: the header is row 1. In two steps, since each number is another row's until that one has moved.
update import_errors set row = -row - 1;
update import_errors set row = -row;

-- The numbers of a chunk's rows, since blank ones are left out. Last, since the lock that it takes holds up imports.
alter table import_chunks add numbers integer[];
