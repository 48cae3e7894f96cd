-- What the operator of the service did, from its command line.
alter table audit_log add column by_operator boolean not null default false;

-- Of a person whom the operator has disabled: nobody gets in as a member who is not active.
alter table members drop constraint members_status_check,
  add constraint members_status_check check (status in ('active', 'pending', 'disabled'));
