-- Data of the event credential.issued. A single expression, so that PostgreSQL inlines it.
create or replace function issued_data(
  p_badge uuid, p_badge_name text, p_name text, p_email text, p_issued_on text, p_expires text
) returns jsonb language sql stable as $$
  select jsonb_build_object('badgeId', p_badge, 'badgeName', p_badge_name,
    'recipient', jsonb_build_object('name', p_name, 'email', p_email), 'issuedOn', p_issued_on, 'expires', p_expires)
$$;
