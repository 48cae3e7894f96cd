-- A new password ends every reset link of its person, whatever sets it. A link that is being used at this moment is left
-- to whoever uses it: waiting for that could be waiting for oneself.
create or replace function auth.end_reset_links() returns trigger language plpgsql as $$
begin
  delete from auth."verification" where "id" in (
    select "id" from auth."verification" where "value" = new."userId"::text for update skip locked);
  return null;
end $$;

create or replace trigger end_reset_links after insert or update of "password" on auth."account"
  for each row when (new."password" is not null) execute function auth.end_reset_links();
