import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { maintainAuditLog } from '../src/features/audit/index.ts';
import { deleteOldClients } from '../src/features/engagement/index.ts';
import { cleanUpImports } from '../src/features/imports/index.ts';
import { registerPeopleWork } from '../src/features/people/index.ts';
import { maintainDeliveryLog } from '../src/features/webhooks/index.ts';
import { firstIdAt } from '../src/kernel/id.ts';
import type { Trx } from '../src/platform/db/index.ts';
import { idempotencyChore } from '../src/platform/http/idempotency.ts';
import { type Chore, collectWork, sweepJobs } from '../src/platform/jobs/index.ts';
import { throttleChore } from '../src/platform/limits/throttle.ts';
import { tidyMails } from '../src/platform/mail/index.ts';
import { type Instance, startInstance } from './support/instance.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
} from './support/people.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

let instance: Instance;
let owner: Owner;
let awardId: string;
const holding: pg.Client[] = [];
before(async () => {
  instance = await startInstance();
  owner = await createOwner(instance);
  awardId = await issueAward(owner, await createBadge(owner, await createIssuer(owner)));
  await waitForCondition('its mails are sent', async () => {
    const { rows } = await sql`select 1 from jobs`.execute(instance.db);
    return rows.length === 0;
  });
  // Without the program's own chores.
  const client = new pg.Client({ connectionString: instance.databaseUrl });
  holding.push(client);
  await client.connect();
  for (const name of choreNames)
    await client.query('select pg_advisory_lock(hashtext($1))', [`chore ${name}`]);
  for (const forget of [tidyMails, maintainAuditLog, maintainDeliveryLog])
    await settle(forget, now);
});
after(async () => {
  for (const client of holding) await client.end();
  await instance.stop();
});

const now = new Date();
const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
/** An id of that age. `n` makes it unique. */
const buildId = (days: number, n: number): string =>
  `${firstIdAt(daysAgo(days)).slice(0, 24)}${String(n).padStart(12, '0')}`;
const run = (chore: (trx: Trx) => Promise<unknown>) => instance.db.write(chore);
/** Chores wait 100 ms for a lock, which autovacuum may hold for longer. */
const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03';
const runStep = async (chore: typeof tidyMails, at: Date): Promise<'again' | undefined> => {
  let result: 'again' | undefined;
  await waitForCondition('no lock stops the chore', () =>
    run(async (trx) => {
      result = await chore(trx, at);
    }).then(
      () => true,
      (error) => {
        if (isLockTimeout(error)) return false;
        throw error;
      },
    ),
  );
  return result;
};
const settle = async (chore: typeof tidyMails, at: Date): Promise<void> => {
  while ((await runStep(chore, at)) === 'again');
};
const choreNames = [
  'jobs',
  'deliveries',
  'imports',
  'mails',
  'audit log',
  'sessions',
  'reset links',
  'rate limits',
  'idempotency keys',
  'engagement clients',
];
const only = (chores: Chore[], name = chores[0]?.name) => {
  const chore = chores.find((each) => each.name === name);
  assert.ok(chore);
  return chore.run;
};
const listIds = async (table: string, column = 'id'): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select ${sql.ref(column)}::text as id from ${sql.table(table)} order by 1`.execute(instance.db);
  return rows.map(({ id }) => id);
};

test('cleanup deletes expired rate limits, links and sessions, skips those in use, and never waits', async () => {
  const key = (name: string) => sql`insert into rate_limits values (${name}, 1, 0)`;
  for (const name of ['used', 'idle']) await key(name).execute(instance.db);
  await sql`insert into rate_limits values ('young', 1, 4102444800000)`.execute(instance.db);
  await sql`insert into auth."verification" (identifier, value, "expiresAt") values ('old', 'x', now()), ('new', 'x', now() + '1h')`.execute(
    instance.db,
  );
  const session = (token: string, expiresIn: string) => sql`
    insert into auth."session" (token, "userId", "updatedAt", "expiresAt")
    values (${token}, ${owner.personId}, now(), now() + ${expiresIn}::interval)`;
  await session('ended', '-1s').execute(instance.db);
  await session('open', '1h').execute(instance.db);
  const { chores } = collectWork((work) => registerPeopleWork(work, { clock: () => now }));
  await run(only(chores, 'sessions'));
  const tokens = await listIds('auth.session', 'token');
  assert.deepEqual(
    ['ended', 'open'].map((token) => tokens.includes(token)),
    [false, true],
  );
  const links = only(chores, 'reset links');
  await instance.db.write(async (trx) => {
    await sql`update rate_limits set points = 2 where key = 'used'`.execute(trx);
    await run(throttleChore.run);
    await run(links);
    assert.deepEqual(await listIds('rate_limits', 'key'), ['used', 'young']);
    assert.deepEqual(await listIds('auth.verification', 'identifier'), ['new']);
  });
  await run(throttleChore.run);
  assert.deepEqual(await listIds('rate_limits', 'key'), ['young']);
});

test('cleanup deletes emails after 90 days, except those still queued', async () => {
  const [old, waiting, young] = [buildId(91, 1), buildId(91, 2), buildId(89, 3)];
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
  const remaining = await listIds('mails');
  assert.deepEqual(
    [old, waiting, young].map((id) => remaining.includes(id)),
    [false, true, true],
  );
});

test('cleanup deletes audit log entries after 400 days and deliveries after 30', async () => {
  const acts = [buildId(401, 1), buildId(399, 2)];
  for (const id of acts)
    await sql`insert into audit_log (id, account_id, action, fields, created_at) values (${id}, ${owner.accountId}, 'x', '{}', now())`.execute(
      instance.db,
    );
  await run((trx) => maintainAuditLog(trx, now));
  const remaining = await listIds('audit_log');
  assert.deepEqual(
    acts.map((id) => remaining.includes(id)),
    [false, true],
  );
  const webhook = buildId(0, 1);
  await sql`insert into webhooks (id, account_id, url, events, secret, active, created_at)
    values (${webhook}, ${owner.accountId}, 'https://x.example', '{*}', '', false, now())`.execute(
    instance.db,
  );
  const deliveries: [string, string][] = [
    [buildId(31, 1), 'delivered'],
    [buildId(31, 2), 'pending'],
    [buildId(29, 3), 'failed'],
  ];
  for (const [id, state] of deliveries)
    await sql`insert into deliveries (id, webhook_id, account_id, type, state, last_error, created_at)
      values (${id}, ${webhook}, ${owner.accountId}, 'ping', ${state}, 'x', now())`.execute(
      instance.db,
    );
  await run((trx) => maintainDeliveryLog(trx, now));
  assert.deepEqual(await listIds('deliveries'), [buildId(31, 2), buildId(29, 3)]);
});

test('months are created ahead, and an expired one is dropped whole unless something in it is needed', async () => {
  const { db } = instance;
  const { accountId } = owner;
  const webhook = buildId(0, 3);
  await sql`insert into webhooks (id, account_id, url, events, secret, active, created_at)
    values (${webhook}, ${accountId}, 'https://x.example', '{*}', '', false, now())`.execute(db);
  const monthsLater = (n: number): Date =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + n, 1));
  /** An id in the month that many months ahead. */
  const idIn = (month: number, n: number): string =>
    `${firstIdAt(monthsLater(month)).slice(0, 24)}${String(n).padStart(12, '0')}`;
  const listPartitions = async (log: string): Promise<string[]> => {
    const { rows } = await sql<{ name: string }>`select inhrelid::regclass::text as name
      from pg_inherits where inhparent = ${log}::text::regclass order by 1`.execute(db);
    return rows.map(({ name }) => name.replace(`${log}_`, ''));
  };
  const buildPartitionName = (month: number): string =>
    monthsLater(month).toISOString().slice(0, 7).replace('-', '_');
  for (const log of ['audit_log', 'deliveries', 'mails'])
    assert.deepEqual(
      await listPartitions(log),
      [buildPartitionName(2), buildPartitionName(3), 'before', 'rest'],
      log,
    );

  const deliver = (id: string, state: string) =>
    sql`
    insert into deliveries (id, webhook_id, account_id, type, state, last_error, created_at)
    values (${id}, ${webhook}, ${accountId}, 'ping', ${state}, 'x', now())`.execute(db);
  const wait = (id: string) =>
    sql`
    insert into waiting_deliveries (webhook_id, id, type, data, created_at) values (${webhook}, ${id}, 'ping', '{}', now())`.execute(
      db,
    );
  await sql`delete from deliveries`.execute(db);
  const [over, recent, far] = [idIn(1, 1), idIn(3, 2), idIn(5, 3)];
  for (const id of [over, recent, far]) await deliver(id, 'delivered');
  for (const id of [over, recent])
    await sql`insert into delivery_attempts values (${id}, 1, now(), 1, 500, 'x', null)`.execute(
      db,
    );
  const waiting = idIn(2, 4);
  await deliver(waiting, 'pending');
  await wait(waiting);

  // Rows without a partition move when one is added; a month that is partly expired stays.
  await settle(maintainDeliveryLog, new Date(monthsLater(4).getTime() - 86_400_000));
  const rest = async () =>
    (await sql<{ id: string }>`select id from deliveries_rest`.execute(db)).rows;
  assert.deepEqual(await rest(), []);
  assert.deepEqual(
    await listPartitions('deliveries'),
    [2, 3, 4, 5, 6].map(buildPartitionName).concat('rest'),
  );
  assert.deepEqual(await listIds('deliveries'), [waiting, recent, far]);
  assert.deepEqual(await listIds('delivery_attempts', 'delivery_id'), [recent]);

  // A month is dropped after its last day. A pending delivery keeps its own.
  await settle(maintainDeliveryLog, new Date(monthsLater(4).getTime() + 31 * 86_400_000));
  assert.deepEqual(await listIds('deliveries'), [waiting, far]);
  assert.deepEqual(await listIds('delivery_attempts', 'delivery_id'), []);
  assert.ok((await listPartitions('deliveries')).includes(buildPartitionName(2)));
  await sql`update deliveries set state = 'delivered' where id = ${waiting}`.execute(db);
  await sql`delete from waiting_deliveries`.execute(db);
  await settle(maintainDeliveryLog, new Date(monthsLater(4).getTime() + 31 * 86_400_000));
  assert.deepEqual(await listIds('deliveries'), [far]);
  assert.ok(!(await listPartitions('deliveries')).includes(buildPartitionName(2)));

  // A deleted endpoint's rows are removed from every month.
  await sql`insert into delivery_attempts values (${far}, 1, now(), 1, 500, 'x', null)`.execute(db);
  await wait(far);
  await sql`delete from webhooks where id = ${webhook}`.execute(db);
  assert.deepEqual(await listIds('deliveries'), []);
  assert.deepEqual(await listIds('delivery_attempts', 'delivery_id'), []);
  assert.deepEqual(await listIds('waiting_deliveries'), []);
});

test('a month with too many rows before its partition exists stays in the rest; later months are added', async () => {
  const { db } = instance;
  const later = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 30, 1));
  const many = 10_001;
  await sql`insert into audit_log (id, account_id, action, fields, created_at)
    select uuid7_at(${later}::timestamptz + i * interval '1 second'), ${owner.accountId}, 'x', '{}', now() from generate_series(1, ${sql.lit(many)}) i`.execute(
    db,
  );
  await settle(maintainAuditLog, later);
  const { rows } = await sql<{ name: string }>`select c.relname::text as name from pg_inherits
    join pg_class c on c.oid = inhrelid where inhparent = 'audit_log'::regclass and c.relname > ${`audit_log_${later.toISOString().slice(0, 4)}`}
    and c.relname <> 'audit_log_rest' order by 1`.execute(db);
  const buildPartitionName = (month: number): string =>
    `audit_log_${new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + month, 1)).toISOString().slice(0, 7).replace('-', '_')}`;
  assert.deepEqual(
    rows.map(({ name }) => name),
    [1, 2, 3].map(buildPartitionName),
  );
  // Few enough remain after a deletion.
  await sql`delete from audit_log_rest where id in (select id from audit_log_rest limit 2)`.execute(
    db,
  );
  assert.equal(await runStep(maintainAuditLog, later), 'again');
  const remaining = await sql<{
    n: number;
  }>`select count(*)::int as n from ${sql.table(buildPartitionName(0))}`.execute(db);
  assert.equal(remaining.rows[0]?.n, many - 2);
  await sql`delete from audit_log where id >= ${firstIdAt(later)}`.execute(db);
});

test('reading a log is not delayed for long by removing an expired month', async () => {
  const { db } = instance;
  const later = new Date(now.getTime() + 800 * 86_400_000);
  const [log] = (
    await sql<{
      n: number;
    }>`select count(*)::int as n from pg_inherits where inhparent = 'audit_log'::regclass`.execute(
      db,
    )
  ).rows;
  await db.write(async (trx) => {
    await sql`select 1 from audit_log limit 1`.execute(trx);
    await assert.rejects(
      run((other) => maintainAuditLog(other, later)),
      { code: '55P03' },
    );
  });
  await settle(maintainAuditLog, later);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from audit_log`.execute(db);
  assert.equal(rows[0]?.n, 0);
  assert.notEqual(log?.n, 0);
});

test('cleanup deletes uploaded rows after 7 days and cancels their unfinished import', async () => {
  const [old, young] = [buildId(8, 1), buildId(6, 2)];
  for (const id of [old, young]) {
    await sql`insert into imports (id, account_id, badge_id, status, dry_run, sends, skips_duplicates, header, columns, total, created_at)
      values (${id}, ${owner.accountId}, ${buildId(0, 1)}, 'paused', false, false, false, '{}', '{}', 1, now())`.execute(
      instance.db,
    );
    await sql`insert into import_chunks values (${id}, 1, '[["a"]]')`.execute(instance.db);
    await sql`insert into import_errors values (${id}, 1, ${owner.accountId}, '[]', '{a}', 'a')`.execute(
      instance.db,
    );
  }
  await run((trx) => cleanUpImports(trx, now));
  assert.deepEqual(await listIds('import_chunks', 'import_id'), [young]);
  assert.deepEqual(await listIds('import_errors', 'import_id'), [young]);
  const { rows } = await sql<{
    status: string;
  }>`select status from imports where id = ${old}`.execute(instance.db);
  assert.equal(rows[0]?.status, 'cancelled');
});

test('cleanup deletes engagement clients after a day', async () => {
  for (const [kind, hours] of [
    ['view', 25],
    ['share', 23],
  ] as const)
    await sql`insert into engagement_clients values (${awardId}, ${kind}, 'x', now() - ${hours} * interval '1 hour')`.execute(
      instance.db,
    );
  await run(deleteOldClients);
  assert.deepEqual(await listIds('engagement_clients', 'kind'), ['share']);
});

test('cleanup deletes large amounts in batches, and each batch reports that more remains', async () => {
  const { db } = instance;
  // The tests above dropped the current month.
  for (const forget of [tidyMails, maintainAuditLog, maintainDeliveryLog])
    await settle(forget, now);
  const many = 5_000 + 2_000;
  const { accountId } = owner;
  const webhook = buildId(0, 2);
  await sql`insert into webhooks (id, account_id, url, events, secret, active, created_at)
    values (${webhook}, ${accountId}, 'https://x.example', '{*}', '', false, now())`.execute(db);
  await sql`create function old_ids(days int) returns setof uuid language sql as $$
    select uuid7_at(now() - days * interval '1 day') from generate_series(1, ${sql.lit(many)}) $$`.execute(
    db,
  );
  const imported = buildId(8, 3);
  await sql`insert into imports (id, account_id, badge_id, status, dry_run, sends, skips_duplicates, header, columns, total, created_at)
    values (${imported}, ${accountId}, ${buildId(0, 1)}, 'completed', false, false, false, '{}', '{}', 0, now())`.execute(
    db,
  );
  const chores: [
    table: string,
    chore: (trx: Trx) => Promise<unknown>,
    fill: RawBuilder<unknown>,
  ][] = [
    [
      'mails',
      (trx) => tidyMails(trx, now),
      sql`(id, account_id, kind, recipient, subject, state, created_at)
      select id, ${accountId}, 'share', 'a', 'x', 'sent', now() from old_ids(91) id`,
    ],
    [
      'audit_log',
      (trx) => maintainAuditLog(trx, now),
      sql`(id, account_id, action, fields, created_at)
      select id, ${accountId}, 'x', '{}', now() from old_ids(401) id`,
    ],
    [
      'deliveries',
      (trx) => maintainDeliveryLog(trx, now),
      sql`(id, webhook_id, account_id, type, state, created_at)
      select id, ${webhook}, ${accountId}, 'ping', 'delivered', now() from old_ids(31) id`,
    ],
    [
      'import_errors',
      (trx) => cleanUpImports(trx, now),
      sql`(import_id, row, account_id, faults, cells, email_search)
      select ${imported}, i, ${accountId}, '[]', '{a}', 'a' from generate_series(1, ${many}) i`,
    ],
    [
      'engagement_clients',
      deleteOldClients,
      sql`select ${awardId}, 'view', sha256(i::text::bytea), now() - interval '25 hours'
      from generate_series(1, ${many}) i`,
    ],
    [
      'idempotency_keys',
      idempotencyChore.run,
      sql`select ${accountId}, ' ' || i, '', 200, '{}', now() - interval '26 hours'
      from generate_series(1, ${many}) i`,
    ],
    [
      'jobs',
      sweepJobs,
      sql`(id, kind, payload, max_attempts, dead_at)
      select gen_random_uuid(), 'x', '{}', 1, now() - interval '31 days' from generate_series(1, ${many})`,
    ],
    [
      'rate_limits',
      throttleChore.run,
      sql`select 'old ' || i, 1, 1 from generate_series(1, ${many}) i`,
    ],
  ];
  for (const [table, chore, fill] of chores) {
    const count = async (): Promise<number> => {
      const { rows } = await sql<{
        n: number;
      }>`select count(*)::int as n from ${sql.table(table)}`.execute(db);
      return rows[0]?.n ?? Number.NaN;
    };
    const before = await count();
    await sql`insert into ${sql.table(table)} ${fill}`.execute(db);
    assert.equal(await run(chore), 'again', table);
    assert.equal(await count(), before + 2_000, table);
    assert.equal(await run(chore), undefined, table);
    assert.equal(await count(), before, table);
  }
});
