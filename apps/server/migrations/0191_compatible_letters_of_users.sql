-- Users whose address has letters that Unicode calls compatible, such as full-width ones, from before addresses were
-- NFKC. They couldn't sign in any more, because every typed address loses such letters. They get its only form.
-- If two users then have one address, one keeps it: first who has an account, an identity, a passkey or a second factor,
-- then who has the form already, then the older. The other is merged into that one if they have nothing of that, as when
-- someone confirms their address; apps lose access, as then. Otherwise they stay as they are, because nobody may get their account.
create temporary table same_address on commit drop as
with forms as (
  select u.id, u.email, u."createdAt", u."twoFactorEnabled", lower(normalize(u.email, NFKC)) as form from auth."user" u
  where lower(normalize(u.email, NFKC)) in (
    select lower(normalize(email, NFKC)) from auth."user"
    where email ~ '[^\x20-\x7e]' and email <> lower(normalize(email, NFKC))
      and normalize(email, NFKC) ~ '^[^@[:space:]]+@[^@[:space:]]+$'))
select id, form, email = form as has_form, has_more,
  first_value(id) over (partition by form order by has_more desc, email = form desc, "createdAt", id) as keeper
from forms, lateral (
  select coalesce("twoFactorEnabled", false)
    or exists (select from members m where m.person_id = forms.id)
    or exists (select from auth."account" i where i."userId" = forms.id)
    or exists (select from auth.passkeys p where p.user_id = forms.id) as has_more) more;

-- One for each address: a third spelling of it stays.
create temporary table merged on commit drop as
select distinct on (keeper) id, keeper from same_address
where id <> keeper and not has_more order by keeper, has_form desc, id;

delete from user_addresses a using merged m
where a.person_id = m.keeper and a.confirmed_at is null
  and exists (select from user_addresses o where o.person_id = m.id and o.address = a.address and o.confirmed_at is not null);
update user_addresses a set person_id = m.keeper from merged m
where a.person_id = m.id and a.confirmed_at is not null;
update collections c set person_id = m.keeper from merged m where c.person_id = m.id;
update profiles p set person_id = m.keeper from merged m
where p.person_id = m.id and not exists (select from profiles o where o.person_id = m.keeper);
update imported_credentials c set person_id = m.keeper from merged m
where c.person_id = m.id and not exists (
  select from imported_credentials o where o.person_id = m.keeper and o.identity = c.identity);
delete from auth."user" u using merged m where u.id = m.id;

update auth."user" u set email = s.form from same_address s
where u.id = s.keeper and s.id = s.keeper and not s.has_form
  and not exists (select from auth."user" o where o.email = s.form);
update user_addresses set email = lower(normalize(email, NFKC))
where email ~ '[^\x20-\x7e]' and email <> lower(normalize(email, NFKC));

-- Members and invitations, unless the account has the other form too.
update members m set email = normalize(m.email, NFKC)
where m.email ~ '[^\x20-\x7e]' and m.email <> normalize(m.email, NFKC)
  and not exists (select from members o where o.account_id = m.account_id and o.id <> m.id
    and lower(normalize(o.email, NFKC)) = lower(normalize(m.email, NFKC)));
