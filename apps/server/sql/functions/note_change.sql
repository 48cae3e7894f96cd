-- Queues the invalidation of cached copies of a published document, which runs once the change is committed. Triggers do this, so that
-- no statement can forget it. Nothing is queued unless a CDN is set up (setting `cdn`). Arguments: the kind of document, and the column
-- with its id. A leaving account is one change, queued when it leaves, so its rows aren't queued.
create or replace function note_change() returns trigger language plpgsql as $$
declare
  changed jsonb;
begin
  if not exists (select 1 from settings where name = 'cdn') then return null; end if;
  changed := coalesce(to_jsonb(new), to_jsonb(old));
  if exists (select 1 from leaving_accounts where id = (changed ->> 'account_id')::uuid) then
    return null;
  end if;
  insert into jobs (id, kind, payload, max_attempts, run_at)
  values (uuid7_at(at => clock_timestamp()), 'purge',
    jsonb_build_object('keys', jsonb_build_array(tg_argv[0] || '/' || (changed ->> tg_argv[1]))), 1440, now());
  return null;
end $$;

create or replace trigger credentials_note_change
  after delete or update of recipient_name, recipient_email, issued_on, expires, revoked_at, revocation_reason, details on credentials
  for each row execute function note_change('credential', 'id');
-- Another edition changes the page and documents. A row with the previous one is always written with it.
create or replace trigger credential_editions_note_change after insert on credential_editions
  for each row execute function note_change('credential', 'credential_id');
create or replace trigger badges_note_change after delete or update on badges
  for each row execute function note_change('badge', 'id');
create or replace trigger issuers_note_change after delete or update on issuers
  for each row execute function note_change('issuer', 'id');
create or replace trigger brands_note_change after insert or update on brands
  for each row execute function note_change('issuer', 'issuer_id');
create or replace trigger issuer_keys_note_change after insert or delete or update of revoked_at, void_from on issuer_keys
  for each row execute function note_change('issuer', 'issuer_id');
create or replace trigger status_lists_note_change after update of bits on status_lists
  for each row execute function note_change('status', 'id');
create or replace trigger leaving_accounts_note_change after insert on leaving_accounts
  for each row execute function note_change('account', 'id');
create or replace trigger images_note_change after delete on images
  for each row execute function note_change('image', 'cid');
