-- Who did what, in the transaction that did it: ids and names of fields, no values of recipients.
create table audit_log (
  id uuid primary key,
  account_id uuid not null,
  -- None when a link in a mail did it.
  person_id uuid,
  key_id uuid,
  action text not null,
  target text,
  fields text[] not null,
  created_at timestamptz not null
);
create index audit_log_account on audit_log (account_id, id);
