-- Credentials with a history keep the badge's version that they show. From now on, the chore of 0077 leaves them alone.
update credentials c set badge_version = bu.version from badge_upgrades bu
where bu.badge_id = c.badge_id and c.badge_version < bu.version
  and exists (select from credential_editions where credential_id = c.id)
  and not exists (select from signed_credentials where credential_id = c.id);
