-- UUIDv7 of a given time (RFC 9562 §5.7). PostgreSQL includes such a function from version 18 on.
create or replace function uuid7_at(at timestamptz) returns uuid language sql volatile as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid
$$;
