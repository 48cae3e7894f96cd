-- Tables of better-auth 1.7.25's twoFactor plugin, and the time step of the last code, so that codes work once.
alter table auth."user" add column "twoFactorEnabled" boolean default false;

create table auth."twoFactor" (
  "id" uuid primary key default gen_random_uuid(),
  "secret" text not null,
  "backupCodes" text not null,
  "userId" uuid not null references auth."user" ("id") on delete cascade,
  "verified" boolean default true,
  "failedVerificationCount" integer default 0,
  "lockedUntil" timestamptz,
  "lastStep" integer not null default 0
);
-- A user has one authenticator app.
create unique index "twoFactor_userId_idx" on auth."twoFactor" ("userId");
