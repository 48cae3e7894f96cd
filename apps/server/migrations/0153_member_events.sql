-- Endpoints receive member.joined, member.changed and member.removed if they name them. These events belong to no credential.
alter table events alter column credential_id drop not null;
-- function fan_out_events 6f0e367a6c4f
