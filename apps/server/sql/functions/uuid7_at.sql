-- UUIDv7 (RFC 9562 §5.7) of a time; PostgreSQL has one of its own from 18 on.
create or replace function uuid7_at(at timestamptz) returns uuid language sql volatile as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid
$$;
