-- The operator's own plan, without limits of number.
alter table accounts drop constraint accounts_plan_check;
alter table accounts add constraint accounts_plan_check check (plan in ('free', 'starter', 'pro', 'unlimited'));
