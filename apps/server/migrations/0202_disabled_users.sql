-- When the operator disabled a user. A membership, which an admin or a directory may end, doesn't decide it.
alter table auth."user" add column "disabledAt" timestamptz;

-- Only the operator disables memberships. Users without one were never blocked.
update auth."user" u set "disabledAt" = now()
where exists (select 1 from members m where m.person_id = u.id and m.status = 'disabled');
