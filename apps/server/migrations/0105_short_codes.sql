-- Short codes, which lead from a printed certificate to its credential. A credential gets one when it is first shown, and keeps it until it is erased.
create table short_codes (
  code text collate "C" primary key check (code ~ '^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$'),
  credential_id uuid not null unique references credentials on delete cascade
);
