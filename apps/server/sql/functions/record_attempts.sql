-- Called only by processes from before migration 0030. The next release removes this.
--
-- Records the results of attempts in one round trip. Returns the endpoints that were disabled.
-- p_webhooks: the endpoints of all attempts. p_delivered: [{id, webhookId, started, status, latency, response}]. p_failed: null, or the
-- same with error, retryAfter (ms) and jitter (0 to 1). p_schedule: delays between attempts in ms.
create or replace function record_attempts(p_webhooks uuid[], p_delivered json, p_failed json, p_schedule integer[], p_now timestamptz)
returns setof uuid language plpgsql
-- A few rows are found by id. Statistics of a table that fills and empties would mislead the planner.
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  r record;
  w webhooks;
  tried integer;
  steps integer := cardinality(p_schedule);
  counts boolean;
  failures integer;
  step double precision;
  wait double precision;
  failing uuid[];
begin
  -- Lock the endpoints first and in one order, against deadlocks. The lock permits new rows that refer to them.
  select array_agg(hook.id) filter (where hook.failure_count > 0) into failing
  from (select id, failure_count from webhooks where id = any(p_webhooks) order by id for no key update) hook;

  with good as materialized (
    select * from json_to_recordset(p_delivered)
      as x(id uuid, "webhookId" uuid, started timestamptz, status integer, latency integer, response text)),
  gone as (
    delete from waiting_deliveries v using good where v.webhook_id = good."webhookId" and v.id = good.id),
  done as (
    update deliveries y set state = 'delivered', attempts = attempts + 1, last_status = good.status, last_error = null, done_at = p_now,
      started_at = good.started, latency_ms = good.latency, response = good.response
    from good where y.id = good.id and y.state = 'pending'
    returning y.webhook_id, good.started, good.status, good.latency),
  latest as (
    select distinct on (webhook_id) webhook_id, status, latency from done order by webhook_id, started desc)
  update webhooks hook set failure_count = 0, failing_since = null, next_attempt_at = '-infinity',
    last_status = latest.status, last_delivery_at = p_now, last_latency_ms = latest.latency
  from latest where hook.id = latest.webhook_id;
  if failing is not null then
    update waiting_deliveries v set outage_tries = 0 from webhooks hook
    where hook.id = any(failing) and hook.failure_count = 0 and v.webhook_id = hook.id and v.outage_tries > 0;
  end if;
  if p_failed is null then return; end if;

  for r in
    select * from json_to_recordset(p_failed)
      as x(id uuid, "webhookId" uuid, started timestamptz, status integer, error text, latency integer, response text, "retryAfter" double precision, jitter double precision)
    order by x."webhookId", x.started
  loop
    select * into w from webhooks where id = r."webhookId";
    continue when not found;
    update deliveries set attempts = attempts + 1, last_status = r.status, last_error = r.error
    where id = r.id and state = 'pending' returning attempts into tried;
    continue when not found;
    insert into delivery_attempts values (r.id, tried, r.started, r.latency, r.status, r.error, r.response);
    if tried > steps then
      update deliveries set state = 'failed', done_at = p_now where id = r.id;
      delete from waiting_deliveries where webhook_id = w.id and id = r.id;
    else
      update waiting_deliveries set outage_tries = outage_tries + 1,
        due_at = p_now + p_schedule[tried] * (0.8 + 0.4 * r.jitter) * interval '1 millisecond'
      where webhook_id = w.id and id = r.id;
    end if;
    counts := w.failure_count = 0 or r.started >= w.failing_since;
    failures := w.failure_count + counts::integer;
    step := p_schedule[least(failures, steps)] * (0.8 + 0.4 * r.jitter);
    wait := least(greatest(step, coalesce(r."retryAfter", 0)), 2 * step);
    update webhooks set failure_count = failures, failing_since = coalesce(failing_since, p_now),
      next_attempt_at = case when counts then p_now + wait * interval '1 millisecond' else next_attempt_at end,
      last_status = r.status, last_delivery_at = p_now, last_latency_ms = r.latency
    where id = w.id;
    if w.active and (r.status = 410 or failures >= 20) then
      update webhooks set active = false where id = w.id;
      with given_up as (
        update deliveries y set state = 'failed', done_at = p_now, last_error = coalesce(last_error, 'the endpoint was disabled')
        from waiting_deliveries v where v.webhook_id = w.id and y.id = v.id
        returning y.id)
      delete from waiting_deliveries v using given_up where v.webhook_id = w.id and v.id = given_up.id;
      return next w.id;
    end if;
  end loop;
end $$;
