-- Records attempts that delivered, in one round trip. p_webhooks: the endpoints of all attempts of the transaction, held until
-- its end. p_delivered: [{id, webhookId, started, status, latency, response}].
create or replace function record_delivered(p_webhooks uuid[], p_delivered json, p_now timestamptz)
returns void language plpgsql
-- Whatever the statistics say of a table that fills and empties: rows are found by their ids, listed for the index. In a nested
-- loop the planner may begin with the table that it takes for empty, and read all of it.
set enable_nestloop = off set enable_mergejoin = off set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  failing uuid[];
  hook record;
begin
  -- The endpoints first, always in the same order; the log's references to them stay possible.
  select array_agg(held.id) filter (where held.failure_count > 0) into failing
  from (select id, failure_count from webhooks where id = any(p_webhooks) order by id for no key update) held;

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
        -- Only months that they are of.
        and y.id between (select ids[1] from keys) and (select ids[cardinality(ids)] from keys)
      returning y.webhook_id, good.started, good.status, good.latency),
    latest as (
      select distinct on (webhook_id) webhook_id, status, latency from done order by webhook_id, started desc)
    select good."webhookId" as id, array_agg(good.id order by good.id) as ids, latest.webhook_id is not null as is_told, latest.status, latest.latency
    from good left join latest on latest.webhook_id = good."webhookId"
    group by good."webhookId", latest.webhook_id, latest.status, latest.latency
  loop
    -- The ids alone would be left for afterwards, by PostgreSQL before 17, while statistics say that nothing waits.
    delete from waiting_deliveries v
    where v.webhook_id = hook.id and v.id = any(hook.ids) and v.id between hook.ids[1] and hook.ids[cardinality(hook.ids)];
    if hook.is_told then
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
