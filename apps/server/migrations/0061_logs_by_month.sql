-- needs 0057_bounced_addresses

-- A partition that is dropped must not be referred to: attempts go with their deliveries by the trigger, or by their ids.
alter table delivery_attempts drop constraint delivery_attempts_delivery_id_fkey;
drop trigger deliveries_drop_waiting on deliveries;

-- What was the table is the partition of all before the cut. The tables, their keys, indexes and references keep their names;
-- months are added by the worker (platform/db/logs).
do $$
declare
  log text;
  before text;
  cut text;
  part record;
begin
  foreach log in array array['audit_log', 'deliveries', 'mails'] loop
    before := log || '_before';
    select substring(pg_get_constraintdef(oid) from '[0-9a-f-]{36}') into strict cut
    from pg_constraint where conrelid = log::regclass and conname = log || '_cut';
    create temporary table parts on commit drop as
      select i.indexrelid::regclass::text as index, c.conname, coalesce(pg_get_constraintdef(c.oid), pg_get_indexdef(i.indexrelid)) as said
      from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.conrelid = i.indrelid
      where i.indrelid = log::regclass
      union all
      select null, conname, pg_get_constraintdef(oid) from pg_constraint where conrelid = log::regclass and contype = 'f';

    execute format('alter table %I rename to %I', log, before);
    for part in select index from parts where index is not null loop
      execute format('alter index %s rename to %I', part.index, part.index || '_before');
    end loop;
    execute format('create table %I (like %I including defaults including constraints) partition by range (id)', log, before);
    execute format('alter table %I drop constraint %I', log, log || '_cut');
    for part in select * from parts loop
      execute case when part.conname is null then part.said else format('alter table %I add constraint %I %s', log, part.conname, part.said) end;
    end loop;
    execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', log, before, cut);
    execute format('alter table %I drop constraint %I', before, log || '_cut');
    execute format('create table %I partition of %I default', log || '_rest', log);
    drop table parts;
  end loop;
end $$;

create or replace function drop_waiting() returns trigger language plpgsql as $$
begin
  delete from waiting_deliveries v using gone where v.webhook_id = gone.webhook_id and v.id = gone.id;
  delete from delivery_attempts a using gone where a.delivery_id = gone.id;
  return null;
end $$;
create or replace trigger deliveries_drop_waiting after delete on deliveries
  referencing old table as gone for each statement execute function drop_waiting();

-- function add_month 65c0c3311ae2
-- function drop_part 7314161c5561
-- function drop_waiting 17c3e675ae06
-- function hold_log d9d7e58d08e8
-- function record_failed 7268d83b8caf
