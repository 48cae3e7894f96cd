-- Records attempts that delivered, in one round trip. p_webhooks: the endpoints of all attempts of the transaction, held until
-- its end. p_delivered: [{id, webhookId, started, status, latency, response}].
create or replace function record_delivered(p_webhooks uuid[], p_delivered json, p_now timestamptz)
returns void language plpgsql
-- Whatever the statistics say of a table that fills and empties: a few rows are found by their ids.
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  failing uuid[];
begin
  -- The endpoints first, always in the same order; the log's references to them stay possible.
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
end $$;
