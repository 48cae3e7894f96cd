-- Wording of emails to recipients, of a badge, an issuer, or the account (both null). A null text falls back to the next level.
create table email_templates (
  account_id uuid not null references accounts on delete cascade,
  issuer_id uuid references issuers on delete cascade,
  badge_id uuid references badges on delete cascade,
  message text not null,
  language text not null,
  subject text,
  greeting text,
  body text,
  button text,
  check (issuer_id is null or badge_id is null)
);
create unique index email_templates_level on email_templates (account_id, coalesce(badge_id, issuer_id, account_id), message, language);
create index email_templates_issuer on email_templates (issuer_id) where issuer_id is not null;
create index email_templates_badge on email_templates (badge_id) where badge_id is not null;
