-- Folded addresses with this key in the account, also of credentials that a correction moved. Of the credentials, a random sample of about
-- 1,000 is looked at: collecting all 100,000 of one person takes 20 times as long. Only if none of the sample is left, as after most
-- were deleted, all are collected. The account and the limit are outside, so that only the indexes of keys can answer.
create or replace function recipient_addresses(p_account uuid, p_key bigint) returns setof text
language plpgsql stable rows 10 set gin_fuzzy_search_limit = 1000 as $$
begin
  for attempt in 1 .. 2 loop
    return query
    with issued as materialized (
        select c.account_id, c.email_search from credentials c
        where recipient_keys(p_account => c.account_id, p_name => c.name_search, p_email => c.email_search) @> array[p_key]),
      replaced as materialized (
        select r.account_id, r.address from replaced_addresses r
        where recipient_keys(p_account => r.account_id, p_name => '-', p_email => r.address) @> array[p_key])
    -- All have the same address, unless two addresses share a key.
    (select i.email_search from issued i where i.account_id = p_account limit 10)
    union (select r.address from replaced r where r.account_id = p_account limit 10);
    exit when found;
    -- Until the function ends.
    perform set_config('gin_fuzzy_search_limit', '0', true);
  end loop;
end $$;
