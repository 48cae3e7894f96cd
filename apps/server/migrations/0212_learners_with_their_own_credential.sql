-- Learners linked to the credential of somebody else, whose address folds like theirs. They get their own.
-- An unrevoked credential is found again, should the same address be written in another way.
update lti_learners m set issued_at = null, credential_id = null
from lti_users u, credentials c
where m.user_id = u.id and c.id = m.credential_id and c.revoked_at is null and c.email_search = u.email_search
  and lower(c.recipient_email collate "C") <> lower(u.email collate "C")
  and concat(c.recipient_email, u.email) ~ '[ßẞıİς\u0345\u1C80-\u1C88\u1F80-\u1FAF\u1FB2-\u1FB4\u1FB7\u1FBC\u1FC2-\u1FC4\u1FC7\u1FCC\u1FF2-\u1FF4\u1FF7\u1FFC]|i\u0307'
  -- Otherwise the learner's own address may have changed, or that of their credential.
  and exists (select from lti_learners o join lti_users owner on owner.id = o.user_id
    where o.credential_id = c.id and lower(owner.email collate "C") = lower(c.recipient_email collate "C")
      -- The time tells to whom it was issued, unless both got it together.
      and (o.issued_at = c.created_at or m.issued_at <> c.created_at))
  -- A correction may have changed the learner's own credential.
  and not exists (select from credential_editions e
    where e.credential_id = c.id and lower((e.previous->>'recipient.email') collate "C") = lower(u.email collate "C"));
