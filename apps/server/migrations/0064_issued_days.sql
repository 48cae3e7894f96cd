-- Issued and erased credentials are counted by badge and day, in badge_days. From which day on those counts tell all is the setting
-- 'issued_days_from': the first of all days where nobody has issued yet. Where it is missing a chore sets it and counts the days before.
insert into settings (name, value)
select 'issued_days_from', '1970-01-01' where not exists (select from accounts)
on conflict do nothing;
-- function count_issued 4cd42b156465
-- function count_erased 57f2e6c8f516
-- function issue_credential 26cf1b7e36c4
-- function issue_credentials 3af9c11648cf
