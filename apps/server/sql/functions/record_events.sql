-- Events are written here and nowhere else. `events_fan_out` makes what webhooks are to hear of them.

-- One; returns its id. Where PL/pgSQL assigns that, the call is an expression, and costs issuing less than 1 % of its work;
-- `perform` would start a query for it.
create or replace function record_event(
  p_id uuid, p_account uuid, p_credential uuid, p_person uuid, p_api_key uuid, p_type text, p_data jsonb, p_now timestamptz
) returns uuid language plpgsql as $$
begin
  insert into events (id, account_id, credential_id, person_id, key_id, type, data, created_at)
  values (p_id, p_account, p_credential, p_person, p_api_key, p_type, p_data, p_now);
  return p_id;
end $$;

-- One for each credential, in one statement, so that the trigger runs once. Beside the other, since arrays of one cost issuing
-- a fifteenth of its work.
create or replace function record_events(
  p_ids uuid[], p_account uuid, p_credentials uuid[], p_person uuid, p_api_key uuid, p_type text, p_data jsonb[], p_now timestamptz
) returns void language plpgsql as $$
begin
  insert into events (id, account_id, credential_id, person_id, key_id, type, data, created_at)
  select id, p_account, credential, p_person, p_api_key, p_type, data, p_now
  from unnest(p_ids, p_credentials, p_data) as happened(id, credential, data);
end $$;
