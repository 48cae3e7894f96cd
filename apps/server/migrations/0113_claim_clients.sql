-- Keyed hash of the network address that asked for the code, for a limit of codes that wait to be sent. Removed once the code was used.
alter table claim_codes add column client bytea;
