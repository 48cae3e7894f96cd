-- Carried by the link of an invitation; gone when it is accepted.
alter table members add column invite_id uuid unique;
