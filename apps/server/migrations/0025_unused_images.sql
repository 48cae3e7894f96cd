-- Whether nothing may refer to it: new ones, and those that something has let go of, until the collector has looked. All
-- others are referred to, so it need not look at them.
alter table images add may_be_unused boolean not null default true;

-- Without asking what it is now: the collector may hold the row and be about to write that it is in use.
create function let_go_of_image() returns trigger language plpgsql as $$
begin
  update images set may_be_unused = true where cid = to_jsonb(old) ->> tg_argv[0];
  return null;
end $$;
create trigger badges_let_go after delete or update of image_cid on badges
  for each row execute function let_go_of_image('image_cid');
create trigger issuers_let_go after delete or update of logo_cid on issuers
  for each row when (old.logo_cid is not null) execute function let_go_of_image('logo_cid');
create trigger image_sizes_let_go after delete or update of sized_cid on image_sizes
  for each row execute function let_go_of_image('sized_cid');

create or replace function forget_card() returns trigger language plpgsql as $$
begin
  update images set may_be_unused = true,
    touched_at = case when exists (select 1 from cards where cid = old.cid) then touched_at else '-infinity' end
  where cid = old.cid;
  return null;
end $$;
