-- The same as in 0014, but that what recovers is looked for only when an endpoint was failing, and that each result names
-- its endpoint ("webhookId"): with what is waiting joined in, each batch read all of it.
create or replace function record_attempts(p_results jsonb, p_schedule integer[], p_now timestamptz)
returns setof uuid language plpgsql as $$
declare
  r record;
  w webhooks;
  d deliveries;
  steps integer := cardinality(p_schedule);
  counts boolean;
  failures integer;
  step double precision;
  wait double precision;
  ours uuid[];
  failing uuid[];
begin
  -- What was delivered, all in one: the endpoints first, always in the same order.
  select array_agg(distinct x."webhookId") into ours from jsonb_to_recordset(p_results) as x("webhookId" uuid);
  select array_agg(hook.id) filter (where hook.failure_count > 0) into failing
  from (select id, failure_count from webhooks where id = any(ours) order by id for update) hook;
  with good as (
    select * from jsonb_to_recordset(p_results)
      as x(id uuid, started timestamptz, status integer, error text, latency integer, response text) where error is null),
  done as (
    update deliveries y set state = 'delivered', attempts = attempts + 1, last_status = good.status, last_error = null, done_at = p_now
    -- Written so that the index of what is pending does not serve: while the statistics know of nothing that is, reading all of
    -- it looks cheaper than a few ids.
    from good where y.id = good.id and y.state || '' = 'pending'
    returning y.id, y.webhook_id, y.attempts, good.started, good.latency, good.status, good.response),
  kept as (
    insert into delivery_attempts select id, attempts, started, latency, status, null, response from done),
  latest as (
    select distinct on (webhook_id) webhook_id, status, latency from done order by webhook_id, started desc)
  update webhooks hook set failure_count = 0, failing_since = null, next_attempt_at = '-infinity',
    last_status = latest.status, last_delivery_at = p_now, last_latency_ms = latest.latency
  from latest where hook.id = latest.webhook_id;
  if failing is not null then
    update deliveries y set outage_tries = 0 from webhooks hook
    where hook.id = any(failing) and hook.failure_count = 0 and y.webhook_id = hook.id and y.state = 'pending' and y.outage_tries > 0;
  end if;
  for r in
    select * from jsonb_to_recordset(p_results)
      as x(id uuid, "webhookId" uuid, started timestamptz, status integer, error text, latency integer, response text, "retryAfter" double precision, jitter double precision)
    where x.error is not null
    order by x."webhookId", x.started
  loop
    select * into w from webhooks where id = r."webhookId";
    continue when not found;
    select * into d from deliveries where id = r.id for update;
    continue when not found or d.state <> 'pending';
    insert into delivery_attempts values (d.id, d.attempts + 1, r.started, r.latency, r.status, r.error, r.response);
    counts := w.failure_count = 0 or r.started >= w.failing_since;
    failures := w.failure_count + counts::integer;
    step := p_schedule[least(failures, steps)] * (0.8 + 0.4 * r.jitter);
    wait := least(greatest(step, coalesce(r."retryAfter", 0)), 2 * step);
    update deliveries set
      state = case when d.attempts + 1 > steps then 'failed' else 'pending' end,
      done_at = case when d.attempts + 1 > steps then p_now end,
      attempts = d.attempts + 1, outage_tries = d.outage_tries + 1, last_status = r.status, last_error = r.error,
      due_at = p_now + p_schedule[least(d.attempts + 1, steps)] * (0.8 + 0.4 * r.jitter) * interval '1 millisecond'
    where id = d.id;
    update webhooks set failure_count = failures, failing_since = coalesce(failing_since, p_now),
      next_attempt_at = case when counts then p_now + wait * interval '1 millisecond' else next_attempt_at end,
      last_status = r.status, last_delivery_at = p_now, last_latency_ms = r.latency
    where id = w.id;
    if w.active and (r.status = 410 or failures >= 20) then
      update webhooks set active = false where id = w.id;
      update deliveries set state = 'failed', done_at = p_now, last_error = coalesce(last_error, 'the endpoint was disabled')
      where webhook_id = w.id and state = 'pending';
      return next w.id;
    end if;
  end loop;
end $$;
