-- The logs with an end are to be partitioned by month (docs/decisions/0058). First it is said of each of them that all its ids,
-- and those of this month and the next, are below a cut: what is there then becomes a partition without being looked at.
do $$
declare
  log text;
  cut timestamptz := (date_trunc('month', now() at time zone 'UTC') + interval '2 months') at time zone 'UTC';
begin
  foreach log in array array['audit_log', 'deliveries', 'mails'] loop
    execute format('alter table %I add constraint %I check (id < %L) not valid', log, log || '_cut',
      (lpad(to_hex(extract(epoch from cut)::bigint * 1000), 12, '0') || '70008000000000000000')::uuid);
  end loop;
end $$;
