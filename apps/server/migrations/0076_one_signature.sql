-- needs 0053_award_details

-- Each function has one signature. Programs that know 0053 call the remaining ones.
drop function if exists issue_credential(
  uuid, uuid, uuid, uuid, text, text, text, text, timestamptz, timestamptz, jsonb,
  timestamptz, timestamptz, integer, text, bytea, jsonb, uuid, uuid, uuid, text[]);
drop function if exists issue_credentials(
  uuid, uuid, uuid[], uuid[], text[], text[], text[], text[], timestamptz[], timestamptz[], text[], text[],
  timestamptz, timestamptz, integer, uuid, uuid);
drop function if exists issue_credentials(
  uuid, uuid, uuid[], uuid[], text[], text[], text[], text[], timestamptz[], timestamptz[], text[], text[],
  timestamptz, timestamptz, integer);

-- function add_month 93498c3f4441
-- function claim_idempotency_key f45b1f56d180
-- function count_erased 73273a620142
-- function count_issued 92601a902ad7
-- function database_history 7ca8fbdff7f2
-- function drop_part 28a6d560c313
-- function drop_waiting cd825b848c88
-- function end_reset_links 47aefa1f7cd5
-- function expiry_after 1cbf0a6b200b
-- function fan_out_events cb97099fdbca
-- function forget_card 576ef384550b
-- function guard_idempotency_key 1dac7f9e7489
-- function hash_idempotency_key 78fc28c4afb4
-- function hold_log 06a55c96758c
-- function issue_credential c4497efa4fdc
-- function issue_credentials 71bed7a87aef
-- function issued_data e57dfddfaaf2
-- function issued_in_period a675ce01596a
-- function keep_badge_version bf4a1c91848c
-- function let_go_of_image b904821423ce
-- function note_change 91e2523632ef
-- function record_attempts e688d3bf4380
-- function record_delivered 08aada00709b
-- function record_engagement 1215c373fdb4
-- function record_event ab2f932e849d
-- function record_events e3414736e98c
-- function record_failed fda8241a38bc
-- function search_keys f88aa84f02b6
-- function set_status_bits 070810ad6900
-- function uuid7_at 6a530c5689aa
