-- How often a credential was corrected or renewed, and when it was corrected last. Defaults are constant, so no row is rewritten.
alter table credentials add column corrections integer not null default 0;
alter table credentials add column corrected_at timestamptz;

-- How the edition was replaced: 'corrected' or 'renewed'. Null: by the current edition of the badge or issuer.
alter table credential_editions add column action text;
alter table credential_editions add column reason text;
-- Values of the edition that the next one changed, by field in the order of the contract.
alter table credential_editions add column previous json;
