-- Addresses that were erased while a migration's badges wait, as hashes: a badge may name its recipient
-- only in a document that is fetched later. Deleted when the migration ends.
create table move_in_erasures (
  move_in_id uuid not null references move_ins on delete cascade,
  hash bytea not null,
  primary key (move_in_id, hash)
);
