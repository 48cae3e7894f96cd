-- Learners linked to the credential of somebody else, whose address folds like theirs. They get their own.
update lti_learners m set issued_at = null, credential_id = null
from lti_users u, credentials c
where m.user_id = u.id and c.id = m.credential_id and c.email_search = u.email_search
  and lower(c.recipient_email collate "C") <> lower(u.email collate "C")
  and concat(c.recipient_email, u.email) ~ '[ßẞıİς\u0345\u1C80-\u1C88\u1F80-\u1FAF\u1FB2-\u1FB4\u1FB7\u1FBC\u1FC2-\u1FC4\u1FC7\u1FCC\u1FF2-\u1FF4\u1FF7\u1FFC]|i\u0307'
  -- A correction may have changed the learner's own credential.
  and not exists (select from replaced_addresses r
    where r.credential_id = c.id and lower(r.email collate "C") = lower(u.email collate "C"));
