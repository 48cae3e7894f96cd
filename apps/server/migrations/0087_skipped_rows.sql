-- For each row that waits, the number of the first row with the same address, if another precedes it.
alter table import_chunks add column first_rows integer[];
-- Rows of a batch that were skipped as duplicates: [{row, duplicateOf}]. Row numbers only, so nothing has to be erased.
alter table import_issued add column skipped jsonb;

-- Becomes the name of the account, which recipients see. Null: the account is named after its owner.
alter table sign_ups add column organization text;
