import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { forgetActs } from '../src/features/audit/index.ts';
import { forgetClients } from '../src/features/engagement/index.ts';
import { tidyImports } from '../src/features/imports/index.ts';
import { forgetDeliveries } from '../src/features/webhooks/index.ts';
import { firstIdAt } from '../src/kernel/id.ts';
import type { Trx } from '../src/platform/db/index.ts';
import { tidyMails } from '../src/platform/mail/index.ts';
import { type Instance, startInstance } from './support/instance.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
} from './support/people.ts';

let instance: Instance;
let owner: Owner;
let awardId: string;
before(async () => {
  instance = await startInstance();
  owner = await createOwner(instance);
  awardId = await issueAward(owner, await createBadge(owner, await createIssuer(owner)));
});
after(() => instance.stop());

const now = new Date();
const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
/** An id that was made so many days ago; `n` tells it from others. */
const idOf = (days: number, n: number): string =>
  `${firstIdAt(daysAgo(days)).slice(0, 24)}${String(n).padStart(12, '0')}`;
const run = (chore: (trx: Trx) => Promise<void>) => instance.db.transaction().execute(chore);
const left = async (table: string, column = 'id'): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select ${sql.ref(column)}::text as id from ${sql.table(table)} order by 1`.execute(instance.db);
  return rows.map(({ id }) => id);
};

test('mail goes after 90 days, but not what still waits', async () => {
  const [old, waiting, young] = [idOf(91, 1), idOf(91, 2), idOf(89, 3)];
  for (const [id, state] of [
    [old, 'sent'],
    [waiting, 'queued'],
    [young, 'failed'],
  ])
    await sql`insert into mails (id, account_id, kind, recipient, subject, state, created_at)
      values (${id}, ${owner.accountId}, 'share', 'a@example.org', 'x', ${state}, now())`.execute(
      instance.db,
    );
  await run((trx) => tidyMails(trx, now));
  const kept = await left('mails');
  assert.deepEqual(
    [old, waiting, young].map((id) => kept.includes(id)),
    [false, true, true],
  );
});

test('the audit log goes after 400 days, deliveries after 30', async () => {
  const acts = [idOf(401, 1), idOf(399, 2)];
  for (const id of acts)
    await sql`insert into audit_log (id, account_id, action, fields, created_at) values (${id}, ${owner.accountId}, 'x', '{}', now())`.execute(
      instance.db,
    );
  await run((trx) => forgetActs(trx, now));
  const kept = await left('audit_log');
  assert.deepEqual(
    acts.map((id) => kept.includes(id)),
    [false, true],
  );
  const webhook = idOf(0, 1);
  await sql`insert into webhooks (id, account_id, url, events, secret, active, created_at)
    values (${webhook}, ${owner.accountId}, 'https://x.example', '{*}', '', false, now())`.execute(
    instance.db,
  );
  const deliveries: [string, string][] = [
    [idOf(31, 1), 'delivered'],
    [idOf(31, 2), 'pending'],
    [idOf(29, 3), 'failed'],
  ];
  for (const [id, state] of deliveries)
    await sql`insert into deliveries (id, webhook_id, account_id, type, state, last_error, created_at)
      values (${id}, ${webhook}, ${owner.accountId}, 'ping', ${state}, 'x', now())`.execute(
      instance.db,
    );
  await run((trx) => forgetDeliveries(trx, now));
  assert.deepEqual(await left('deliveries'), [idOf(31, 2), idOf(29, 3)]);
});

test('what was uploaded goes after 7 days, and an import that was never ended with it', async () => {
  const [old, young] = [idOf(8, 1), idOf(6, 2)];
  for (const id of [old, young]) {
    await sql`insert into imports (id, account_id, badge_id, status, dry_run, sends, skips_duplicates, header, columns, total, created_at)
      values (${id}, ${owner.accountId}, ${idOf(0, 1)}, 'paused', false, false, false, '{}', '{}', 1, now())`.execute(
      instance.db,
    );
    await sql`insert into import_chunks values (${id}, 1, '[["a"]]')`.execute(instance.db);
    await sql`insert into import_errors values (${id}, 1, ${owner.accountId}, '[]', '{a}', 'a')`.execute(
      instance.db,
    );
  }
  await run((trx) => tidyImports(trx, now));
  assert.deepEqual(await left('import_chunks', 'import_id'), [young]);
  assert.deepEqual(await left('import_errors', 'import_id'), [young]);
  const { rows } = await sql<{
    status: string;
  }>`select status from imports where id = ${old}`.execute(instance.db);
  assert.equal(rows[0]?.status, 'cancelled');
});

test('clients of engagement go after a day', async () => {
  for (const [kind, hours] of [
    ['view', 25],
    ['share', 23],
  ] as const)
    await sql`insert into engagement_clients values (${awardId}, ${kind}, 'x', now() - ${hours} * interval '1 hour')`.execute(
      instance.db,
    );
  await run(forgetClients);
  assert.deepEqual(await left('engagement_clients', 'kind'), ['share']);
});
