-- Accounts whose members need a second factor in the dashboard.
alter table accounts add column requires_second_factor boolean not null default false;
