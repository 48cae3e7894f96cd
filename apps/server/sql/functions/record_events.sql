-- Writes one event per credential in one statement, so that the trigger events_fan_out runs once. Separate from record_event, which
-- would make issuing 7 % slower with arrays of one element.
create or replace function record_events(
  p_ids uuid[], p_account uuid, p_credentials uuid[], p_person uuid, p_api_key uuid, p_type text, p_data jsonb[], p_now timestamptz
) returns void language plpgsql as $$
begin
  insert into events (id, account_id, credential_id, person_id, key_id, type, data, created_at)
  select id, p_account, credential, p_person, p_api_key, p_type, data, p_now
  from unnest(p_ids, p_credentials, p_data) as happened(id, credential, data);
end $$;
