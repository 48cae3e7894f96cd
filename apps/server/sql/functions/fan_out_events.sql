-- Writes a delivery for each event and each active endpoint that subscribes to it, in the transaction of the event. The endpoints are
-- locked, because a delivery to an endpoint that is being deleted would violate the log's foreign key.
create or replace function fan_out_events() returns trigger language plpgsql as $$
begin
  -- The events of an imported issuer are history.
  if current_setting('insignia.importing', true) = 'on' then
    return null;
  end if;
  -- Most accounts have no endpoint. Preparing inserts into two tables would cost each of their events as much as four index entries.
  if not exists (select from new_events e join webhooks w on w.account_id = e.account_id and w.active) then
    return null;
  end if;
  with added as (
    insert into deliveries (id, webhook_id, account_id, event_id, credential_id, type, created_at)
    select uuid7_at(at => e.created_at), w.id, e.account_id, e.id, e.credential_id, e.type, e.created_at
    from new_events e join webhooks w on w.account_id = e.account_id and w.active
      and (w.events @> array[e.type] or w.events @> array['*'] and e.type not in (
        'credential.expiring', 'credential.expired', 'credential.corrected', 'request.created', 'request.closed',
        'member.joined', 'member.changed', 'member.removed', 'issuer.moved'))
    where e.type in (
      'credential.issued', 'credential.delivered', 'credential.revoked', 'credential.viewed', 'credential.expiring', 'credential.expired',
      'credential.corrected', 'request.created', 'request.closed', 'member.joined', 'member.changed', 'member.removed', 'issuer.moved')
    order by e.id
    for key share of w
    returning webhook_id, id, event_id)
  insert into waiting_deliveries (webhook_id, id, type, credential_id, data, created_at)
  select added.webhook_id, added.id, e.type, e.credential_id, e.data, e.created_at from added join new_events e on e.id = added.event_id;
  return null;
end $$;

create or replace trigger events_fan_out after insert on events
  referencing new table as new_events for each statement execute function fan_out_events();
