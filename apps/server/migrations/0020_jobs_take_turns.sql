alter table jobs
  -- For whom it is done: those who have much to do stand in a line of their own, and lines take turns.
  add column account_id uuid,
  -- In one column, so that no other index serves to look for it, whatever the statistics say of a table that fills and empties.
  add column line text collate "C" not null generated always as (kind || '/' || coalesce(account_id::text, '')) stored;
create index jobs_lines on jobs (line, run_at) where dead_at is null;

-- What a person waits for (to confirm, to reset, to accept, to verify) has a kind of its own.
update jobs j set
  kind = case when m.kind in ('account', 'invitation', 'issuer-code') then 'own-mail' else j.kind end,
  account_id = m.account_id
from mails m where j.kind = 'mail' and m.id = j.id;
update jobs j set account_id = i.account_id from imports i where j.kind = 'import' and i.id = (j.payload->>'importId')::uuid;
update jobs j set account_id = b.account_id from bulk_jobs b where j.kind = 'bulk' and b.id = (j.payload->>'jobId')::uuid;
update jobs j set account_id = w.account_id from webhooks w where j.kind = 'webhook-log' and w.id = (j.payload->>'webhookId')::uuid;
