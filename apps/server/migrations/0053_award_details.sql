-- What a credential says beside who has earned what and when (narrative, evidence, attributes), as far as it says anything.
alter table credentials add column details jsonb;

-- Both ways of issuing keep it, and know until when a credential holds where only its badge says.
-- function expiry_after 131b90264abd
-- function issue_credential f9d7df45f7b1
-- function issue_credentials a782f4f6eeb3
