-- From here on the texts of functions and triggers stand in sql/functions, and this tells which of them the database has.
create table applied_functions (
  name text primary key,
  -- Of the file's text.
  hash text not null
);

-- The texts that come with this migration: a function that changes is named, with its new hash, in a migration of the same
-- change, so that no older program starts on it and puts its own text back.
-- function drop_waiting b795e03f1583
-- function end_reset_links 526ea6687950
-- function fan_out_events 5ac8f248e8b1
-- function forget_card 64bfef36e938
-- function issue_credential 11424fdd64b3
-- function let_go_of_image 2a0a22197edd
-- function record_attempts aef4e83e3b10
-- function record_engagement b57d7e714a20
-- function search_keys 8a1900a2e883
-- function uuid7_at cf4d8178dc9a
