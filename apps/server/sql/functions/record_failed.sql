-- Records failed attempts and their consequences, which webhooks/rules.ts decides. Durations are milliseconds from p_now.
-- p_tried: [{id, webhookId, attempt, started, status, error, latency, response, dueIn}], dueIn null after the last attempt.
-- p_webhooks: [{id, failureCount, nextIn, isDisabled, status, latency}], nextIn null if the time of the next attempt doesn't change.
create or replace function record_failed(p_tried json, p_webhooks json, p_now timestamptz)
returns void language plpgsql
-- A few rows are found by id. Statistics of a table that fills and empties would mislead the planner.
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  r record;
begin
  for r in
    select * from json_to_recordset(p_tried) as x(id uuid, "webhookId" uuid, attempt integer, started timestamptz,
      status integer, error text, latency integer, response text, "dueIn" double precision)
  loop
    update deliveries set attempts = r.attempt, last_status = r.status, last_error = r.error,
      state = case when r."dueIn" is null then 'failed' else 'pending' end, done_at = case when r."dueIn" is null then p_now end
    where id = r.id;
    -- The delivery was deleted, and its attempts with it.
    continue when not found;
    insert into delivery_attempts values (r.id, r.attempt, r.started, r.latency, r.status, r.error, r.response);
    if r."dueIn" is null then
      delete from waiting_deliveries where webhook_id = r."webhookId" and id = r.id;
    else
      update waiting_deliveries set outage_tries = outage_tries + 1, due_at = p_now + r."dueIn" * interval '1 millisecond'
      where webhook_id = r."webhookId" and id = r.id;
    end if;
  end loop;

  for r in
    select * from json_to_recordset(p_webhooks) as x(id uuid, "failureCount" integer, "nextIn" double precision,
      "isDisabled" boolean, status integer, latency integer)
  loop
    update webhooks set failure_count = r."failureCount", failing_since = coalesce(failing_since, p_now),
      next_attempt_at = coalesce(p_now + r."nextIn" * interval '1 millisecond', next_attempt_at),
      last_status = r.status, last_delivery_at = p_now, last_latency_ms = r.latency, active = active and not r."isDisabled"
    where id = r.id;
    if r."isDisabled" then
      with given_up as (
        update deliveries y set state = 'failed', done_at = p_now, last_error = coalesce(last_error, 'the endpoint was disabled')
        from waiting_deliveries v where v.webhook_id = r.id and y.id = v.id
        returning y.id)
      delete from waiting_deliveries v using given_up where v.webhook_id = r.id and v.id = given_up.id;
    end if;
  end loop;
end $$;
