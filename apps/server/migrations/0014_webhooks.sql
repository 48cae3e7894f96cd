create table webhooks (
  id uuid primary key,
  account_id uuid not null,
  url text not null,
  events text[] not null,
  -- Encrypted with SECRET.
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamptz,
  active boolean not null default true,
  failure_count integer not null default 0,
  -- When the first failure of this outage was recorded: attempts begun before it count as one.
  failing_since timestamptz,
  -- While it fails, nothing is sent before this.
  next_attempt_at timestamptz not null default '-infinity',
  -- One worker at a time sends to an endpoint; a claim that is not renewed is free.
  claimed_by uuid,
  claimed_until timestamptz not null default '-infinity',
  last_status integer,
  last_delivery_at timestamptz,
  last_latency_ms integer,
  created_at timestamptz not null
);
create index webhooks_account on webhooks (account_id, id);

create table deliveries (
  id uuid primary key,
  webhook_id uuid not null references webhooks on delete cascade,
  account_id uuid not null,
  -- None for a ping.
  event_id uuid,
  credential_id uuid,
  type text not null,
  state text not null default 'pending',
  attempts integer not null default 0,
  -- Tries in the endpoint's present outage: the least tried one is the next probe.
  outage_tries integer not null default 0,
  due_at timestamptz not null default '-infinity',
  last_status integer,
  last_error text,
  created_at timestamptz not null,
  done_at timestamptz
);
create index deliveries_pending on deliveries (webhook_id, outage_tries, id) where state = 'pending';
create index deliveries_log on deliveries (webhook_id, id);
create index deliveries_credential on deliveries (credential_id) where credential_id is not null;

create table delivery_attempts (
  delivery_id uuid not null references deliveries on delete cascade,
  attempt integer not null,
  started_at timestamptz not null,
  latency_ms integer not null,
  status integer,
  error text,
  -- The first 4 KiB of the answer.
  response text,
  primary key (delivery_id, attempt, started_at)
);

-- UUIDv7 (RFC 9562 §5.7) of a time; PostgreSQL has one of its own from 18 on.
create function uuid7_at(at timestamptz) returns uuid language sql volatile as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid
$$;

-- Every event becomes one delivery for each active endpoint that wants it, in the transaction that writes the event.
create function fan_out_events() returns trigger language plpgsql as $$
begin
  insert into deliveries (id, webhook_id, account_id, event_id, credential_id, type, created_at)
  select uuid7_at(e.created_at), w.id, e.account_id, e.id, e.credential_id, e.type, e.created_at
  from new_events e join webhooks w on w.account_id = e.account_id and w.active and (w.events @> array['*'] or w.events @> array[e.type])
  where e.type in ('credential.issued', 'credential.delivered', 'credential.revoked', 'credential.viewed')
  order by e.id;
  return null;
end $$;
create trigger events_fan_out after insert on events
  referencing new table as new_events for each statement execute function fan_out_events();

-- Records what became of attempts, in one round trip; returns the endpoints that this has disabled.
-- p_schedule: delays between attempts, ms. Each result: id, started, status, error, latency, response, retryAfter (ms), jitter (0 to 1).
create function record_attempts(p_results jsonb, p_schedule integer[], p_now timestamptz)
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
begin
  -- What was delivered, all in one: the endpoints first, always in the same order.
  perform 1 from webhooks where id in (
    select y.webhook_id from jsonb_to_recordset(p_results) as x(id uuid) join deliveries y on y.id = x.id)
  order by id for update;
  with good as (
    select * from jsonb_to_recordset(p_results)
      as x(id uuid, started timestamptz, status integer, error text, latency integer, response text) where error is null),
  done as (
    update deliveries y set state = 'delivered', attempts = attempts + 1, last_status = good.status, last_error = null, done_at = p_now
    from good where y.id = good.id and y.state = 'pending'
    returning y.id, y.webhook_id, y.attempts, good.started, good.latency, good.status, good.response),
  kept as (
    insert into delivery_attempts select id, attempts, started, latency, status, null, response from done),
  latest as (
    select distinct on (webhook_id) webhook_id, status, latency from done order by webhook_id, started desc),
  recovered as (
    update deliveries y set outage_tries = 0 from latest, webhooks hook
    where y.webhook_id = latest.webhook_id and hook.id = latest.webhook_id and hook.failure_count > 0
      and y.state = 'pending' and y.outage_tries > 0 and y.id not in (select id from done))
  update webhooks hook set failure_count = 0, failing_since = null, next_attempt_at = '-infinity',
    last_status = latest.status, last_delivery_at = p_now, last_latency_ms = latest.latency
  from latest where hook.id = latest.webhook_id;

  for r in
    select x.*, y.webhook_id from jsonb_to_recordset(p_results)
      as x(id uuid, started timestamptz, status integer, error text, latency integer, response text, "retryAfter" double precision, jitter double precision)
    join deliveries y on y.id = x.id
    where x.error is not null
    order by y.webhook_id, x.started
  loop
    select * into w from webhooks where id = r.webhook_id;
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
