-- Lets the image of a deleted or replaced card be collected at once, unless another card uses the same image.
create or replace function forget_card() returns trigger language plpgsql as $$
begin
  update images set may_be_unused = true,
    touched_at = case when exists (select 1 from cards where cid = old.cid) then touched_at else '-infinity' end
  where cid = old.cid;
  return null;
end $$;

create or replace trigger cards_forgotten after delete or update of cid on cards
  for each row execute function forget_card();
