-- Badges that remind recipients before their credentials expire.
create table reminder_settings (
  badge_id uuid primary key references badges on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  enabled_at timestamptz not null
);
create index reminder_settings_account on reminder_settings (account_id);

-- One row per credential, window (0: expired) and end date, in the transaction that queues the email and records the event.
create table reminders (
  credential_id uuid not null references credentials on delete cascade,
  days smallint not null,
  expires timestamptz not null,
  created_at timestamptz not null,
  primary key (credential_id, days, expires)
);

-- Position of the scan in the index of end dates, by window.
create table reminder_cursors (
  days smallint primary key,
  expires timestamptz not null,
  id uuid not null
);

-- The last week of each account's digest.
create table reminder_digests (
  account_id uuid primary key references accounts on delete cascade,
  week date not null
);
