-- The logs with an end are to be partitioned by month (docs/decisions/0058). First it is said of each of them that all its ids,
-- and those of this month and the next, are below a cut: what is there then becomes a partition without being looked at.
-- An id may be ahead of that, from a clock that was: the cut is then behind it.
do $$
declare
  log text;
  last uuid;
  cut timestamptz;
begin
  foreach log in array array['audit_log', 'deliveries', 'mails'] loop
    -- What is written meanwhile could be ahead too.
    execute format('lock table %I in access exclusive mode', log);
    execute format('select id from %I order by id desc limit 1', log) into last;
    cut := greatest(date_trunc('month', now() at time zone 'UTC') + interval '2 months', date_trunc('month',
      to_timestamp(('x' || left(replace(last::text, '-', ''), 12))::bit(48)::bigint / 1000.0) at time zone 'UTC') + interval '1 month')
      at time zone 'UTC';
    -- Before anything is said, and so while everybody can still write.
    if cut > '9999-01-01' then
      raise exception 'no clock has made the last id of %: %', log, last;
    end if;
    execute format('alter table %I add constraint %I check (id < %L) not valid', log, log || '_cut',
      (lpad(to_hex(extract(epoch from cut)::bigint * 1000), 12, '0') || '70008000000000000000')::uuid);
  end loop;
end $$;
