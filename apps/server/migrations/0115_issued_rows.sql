-- Row numbers in the file, in the order of credential_ids.
alter table import_issued add column rows integer[];
