-- Sessions that were open when their account began to require a second factor. They keep working in it.
create table second_factor_exemptions (
  account_id uuid not null references accounts on delete cascade,
  session_id uuid not null references auth."session" on delete cascade,
  primary key (session_id, account_id)
);
create index second_factor_exemptions_account on second_factor_exemptions (account_id);
