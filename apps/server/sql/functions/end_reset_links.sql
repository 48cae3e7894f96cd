-- A new password invalidates all reset links of its user. Locked links are skipped: the transaction that uses one deletes it, and this
-- may be that transaction.
create or replace function auth.end_reset_links() returns trigger language plpgsql as $$
begin
  delete from auth."verification" where "id" in (
    select "id" from auth."verification" where "value" = new."userId"::text for update skip locked);
  return null;
end $$;

create or replace trigger end_reset_links after insert or update of "password" on auth."account"
  for each row when (new."password" is not null) execute function auth.end_reset_links();
