-- Whether somebody is at it: run_at is then the end of a lease that is renewed, and not a time at which it was to be done.
alter table jobs add column claimed boolean not null default false;
