// Concurrent issuing, erasing and counting: order of locks, and everything counted once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RawBuilder, sql } from 'kysely';
import { databaseForFile, waitUntilBlocked } from '../../../tests/support/database-for-file.ts';
import { openTransaction } from '../../../tests/support/open-transaction.ts';
import { insertBadge } from '../../../tests/support/rollback.ts';
import { firstIdAt } from '../../kernel/id.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { countDaysBefore } from './index.ts';
import { parseMidnight } from './rules.ts';

const id = (kind: string): string => `${kind.repeat(8)}-0000-7000-8000-000000000000`;
const [account, badge] = [id('a'), id('b')];
const noon = parseMidnight('2027-02-01') + 43_200_000;
const nextDays = new Date(noon + 3 * 86_400_000);

const db = await databaseForFile();
await db.write((trx) =>
  insertBadge(trx, { id: badge, accountId: account, verified: true, deleted: false }),
);
await sql`insert into account_usage values (${account}, '2027-01-01', 0)`.execute(db);

let serial = 0;
async function issue(on: Database | Trx, at = new Date(noon)): Promise<string> {
  const id = `${firstIdAt(at).slice(0, 24)}${String(serial++).padStart(12, '0')}`;
  await sql`select issue_credential(p_account => ${account}, p_badge => ${badge}, p_id => ${id}, p_event => ${id},
    p_name => '', p_email => '', p_name_search => '', p_email_search => '', p_issued_on => ${at}, p_expires => null, p_event_dates => '{}',
    p_now => ${at}, p_period => '2027-01-01', p_limit => 1000000, p_key => null, p_fingerprint => null, p_reply => null,
    p_act => ${id}, p_person => null, p_api_key => null, p_fields => '{}', p_details => null, p_edition => null)`.execute(
    on,
  );
  return id;
}
const erase = (on: Database | Trx, id: string) =>
  sql`delete from credentials where id = ${id}`.execute(on);
const readNumber = async (from: RawBuilder<unknown>): Promise<number> =>
  (await sql<{ n: number }>`select coalesce(${from}, 0)::int as n`.execute(db)).rows[0]?.n ?? 0;
const countedInDays = () =>
  readNumber(sql`(select sum(case kind when 'issued' then count else -count end) from badge_days)`);
const countCredentials = () => readNumber(sql`(select count(*) from credentials)`);
/** As in a database whose days haven't been counted. */
const forgetDays = () =>
  sql`with counted as (delete from badge_days)
    insert into settings values ('issued_days_from', '2027-02-02') on conflict (name) do update set value = excluded.value`.execute(
    db,
  );

test('erasing waits while its day is counted, issuing does not wait, and each credential counts once', async () => {
  const [one] = [await issue(db), await issue(db)];
  await forgetDays();
  const counting = await openTransaction(db);
  assert.equal(await countDaysBefore(counting.trx, nextDays), 'again');
  const erasing = erase(db, one);
  erasing.catch(() => {});
  await waitUntilBlocked(db);
  await issue(db, nextDays);
  await counting.commit();
  await erasing;
  assert.deepEqual([await countedInDays(), await countCredentials()], [2, 2]);
});

test('counting a day waits for erasures of that day to finish', async () => {
  const one = await issue(db);
  await forgetDays();
  const erasing = await openTransaction(db);
  await erase(erasing.trx, one);
  const counting = db.write((trx) => countDaysBefore(trx, nextDays));
  counting.catch(() => {});
  await waitUntilBlocked(db);
  await erasing.commit();
  await counting;
  await sql`update settings set value = '2027-02-06' where name = 'issued_days_from'`.execute(db);
  await db.write((trx) => countDaysBefore(trx, new Date(+nextDays + 864_000_000)));
  assert.deepEqual([await countedInDays(), await countCredentials()], [2, 2]);
});

test('issuing and erasing credentials of the same badge and day do not block each other', async () => {
  const [one, other] = [await issue(db), await issue(db)];
  const erasing = await openTransaction(db);
  await erase(erasing.trx, one);
  await issue(db);
  await erasing.commit();
  const issuing = await openTransaction(db);
  await issue(issuing.trx);
  await erase(db, other);
  await issuing.commit();
  assert.deepEqual([await countedInDays(), await countCredentials()], [4, 4]);
});
