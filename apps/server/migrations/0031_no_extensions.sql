-- Nothing has used them since searches are found by keys (0025); no version that may still run names them. What somebody
-- else has made of them stays, and so do extensions that are not ours to drop.
do $$
declare
  unused text;
begin
  foreach unused in array array['pg_trgm', 'btree_gin'] loop
    begin
      execute format('drop extension if exists %I', unused);
    exception when dependent_objects_still_exist or insufficient_privilege then
      raise notice 'the extension % stays: %', unused, sqlerrm;
    end;
  end loop;
end $$;
