-- Queues the pins of published pictures, or the end of their pins once their rows are deleted: a job for each place. Triggers do this, so
-- that no statement can forget it. Nothing is queued unless a worker has had IMAGE_PINS lately. Arguments: the column with the
-- picture, and `deleted` if its row is.
create or replace function note_pin() returns trigger language plpgsql as $$
declare
  is_deleted boolean := tg_argv[1] is not null;
begin
  if not exists (select 1 from pin_places where seen_at > now() - interval '10 minutes') then return null; end if;
  insert into jobs (id, kind, payload, max_attempts, run_at)
  select uuid7_at(at => clock_timestamp()), 'pin', jsonb_build_object('cid', picture, 'place', seen.place), 10000, now()
  from (select distinct to_jsonb(changed) ->> tg_argv[0] as picture from changed) pictures
    cross join (select place from pin_places where seen_at > now() - interval '10 minutes') seen
    left join image_pins p on p.cid = picture and p.place = seen.place
  where picture is not null
    and case when is_deleted then p.cid is not null else p.state is distinct from 'pinned' or p.busy_until > now() end;
  return null;
end $$;

create or replace trigger badges_note_pin after insert on badges
  referencing new table as changed for each statement execute function note_pin('image_cid');
create or replace trigger badges_note_other_pin after update on badges
  referencing new table as changed for each statement execute function note_pin('image_cid');
create or replace trigger issuers_note_pin after insert on issuers
  referencing new table as changed for each statement execute function note_pin('logo_cid');
create or replace trigger issuers_note_other_pin after update on issuers
  referencing new table as changed for each statement execute function note_pin('logo_cid');
create or replace trigger brands_note_pin after insert on brands
  referencing new table as changed for each statement execute function note_pin('logo_dark_cid');
create or replace trigger brands_note_other_pin after update on brands
  referencing new table as changed for each statement execute function note_pin('logo_dark_cid');
create or replace trigger images_note_pin after delete on images
  referencing old table as changed for each statement execute function note_pin('cid', 'deleted');
