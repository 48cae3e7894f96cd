-- Records successful attempts in one round trip. p_webhooks: the endpoints of all attempts of the transaction, locked until its end.
-- p_delivered: [{id, webhookId, started, status, latency, response}].
create or replace function record_delivered(p_webhooks uuid[], p_delivered json, p_now timestamptz)
returns void language plpgsql
-- Rows are found by lists of ids. Statistics of a table that fills and empties would mislead the planner: a nested loop may start with
-- the table that seems empty and read all of it.
set enable_nestloop = off set enable_mergejoin = off set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  failing uuid[];
  hook record;
begin
  -- Lock the endpoints first and in one order, against deadlocks. The lock permits new rows that refer to them.
  select array_agg(locked.id) filter (where locked.failure_count > 0) into failing
  from (select id, failure_count from webhooks where id = any(p_webhooks) order by id for no key update) locked;

  for hook in
    with good as materialized (
      select * from json_to_recordset(p_delivered)
        as x(id uuid, "webhookId" uuid, started timestamptz, status integer, latency integer, response text)),
    keys as materialized (select array_agg(id order by id) as ids from good),
    done as (
      update deliveries y set state = 'delivered', attempts = attempts + 1, last_status = good.status, last_error = null, done_at = p_now,
        started_at = good.started, latency_ms = good.latency, response = good.response
      from good
      where y.id = good.id and y.state = 'pending' and y.id = any((select ids from keys)::uuid[])
        -- Limits the scan to the partitions of these ids.
        and y.id between (select ids[1] from keys) and (select ids[cardinality(ids)] from keys)
      returning y.webhook_id, good.started, good.status, good.latency),
    latest as (
      select distinct on (webhook_id) webhook_id, status, latency from done order by webhook_id, started desc)
    select good."webhookId" as id, array_agg(good.id order by good.id) as ids, latest.webhook_id is not null as is_recorded, latest.status, latest.latency
    from good left join latest on latest.webhook_id = good."webhookId"
    group by good."webhookId", latest.webhook_id, latest.status, latest.latency
  loop
    -- The range makes PostgreSQL before 17 search by id even if statistics report an empty queue; the list alone would be a filter.
    delete from waiting_deliveries v
    where v.webhook_id = hook.id and v.id = any(hook.ids) and v.id between hook.ids[1] and hook.ids[cardinality(hook.ids)];
    if hook.is_recorded then
      update webhooks set failure_count = 0, failing_since = null, next_attempt_at = '-infinity',
        last_status = hook.status, last_delivery_at = p_now, last_latency_ms = hook.latency
      where id = hook.id;
    end if;
  end loop;
  if failing is not null then
    update waiting_deliveries v set outage_tries = 0
    where v.webhook_id = any(array(select id from webhooks where id = any(failing) and failure_count = 0)) and v.outage_tries > 0;
  end if;
end $$;
