-- Keeps credentials.email_state: 0 not emailed, 1 emailed (queued, or accepted by a mail server), 2 bounced. The last email to the
-- recipient's address decides. Positions give the order, because ids have the clocks of several processes; emails of earlier releases
-- have no position. An email that failed or reached only a file counts as none, unless an earlier one was accepted. Emails are kept for
-- 90 days; after that, the history shows which were accepted. Forwarded ones went elsewhere.
create or replace function note_email_state() returns trigger language plpgsql as $$
declare
  next_state smallint := case
    when new.state = 'bounced' then 2
    when new.state = 'failed' or (new.state = 'sent' and new.handed_to = 'file') then 0
    else 1 end;
begin
  if exists (
      select from mails m
      where m.credential_id = new.credential_id and m.id <> new.id and m.kind = new.kind
        and (coalesce(m.position, 0) > coalesce(new.position, 0) or m.position is null and new.position is null and m.id > new.id)
        and lower(m.recipient collate "C") = lower(new.recipient collate "C")) then
    return null;
  end if;
  if next_state = 0 and (exists (
      select from mails m
      where m.credential_id = new.credential_id and m.id <> new.id and m.kind = new.kind
        and lower(m.recipient collate "C") = lower(new.recipient collate "C")
        and m.state = 'sent' and m.handed_to is distinct from 'file') or exists (
      select from events e
      where e.credential_id = new.credential_id and e.type = 'credential.delivered' and e.created_at < now() - interval '90 days'
        and e.data->'forwarded' is null and lower(e.data #>> '{recipient,email}' collate "C") = lower(new.recipient collate "C"))) then
    next_state := 1;
  end if;
  update credentials c set email_state = next_state
  where c.id = new.credential_id and c.email_state <> next_state
    and lower(c.recipient_email collate "C") = lower(new.recipient collate "C");
  return null;
end $$;

create or replace trigger mails_note_email_state after insert or update of state, handed_to on mails
  for each row when (new.kind = 'credential' and new.credential_id is not null) execute function note_email_state();
