// Where SQL decides, in one round trip or in a trigger, it decides what rules.ts says.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type EventName, timelineNames, webhookEvents } from '@insignia/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { issuedIn } from '../../src/features/accounts/index.ts';
import { issueCredential } from '../../src/features/credentials/issue-store.ts';
import { clientCountsMs } from '../../src/features/engagement/rules.ts';
import { recordEngagement } from '../../src/features/engagement/store.ts';
import { wants } from '../../src/features/webhooks/rules.ts';
import { type Connection, connect, sqlState, type Trx } from '../../src/platform/db/index.ts';
import { keyLivesMs } from '../../src/platform/idempotency.ts';
import { createDatabase } from '../support/database.ts';

const id = (kind: string): string => `${kind.repeat(8)}-0000-7000-8000-000000000000`;
const account = id('a');
const [badge, other, credential] = [id('b'), id('c'), id('d')];
const now = new Date('2027-02-15T12:00:00.500Z');
const ago = (ms: number): Date => new Date(now.getTime() - ms);
/** About the end of a span, where one millisecond decides. */
const around = (ms: number) => fc.constantFrom(0, ms - 1, ms, ms + 1, 2 * ms);

let database: Awaited<ReturnType<typeof createDatabase>>;
let connection: Connection;
before(async () => {
  database = await createDatabase();
  connection = connect(database.url, () => {});
});
after(async () => {
  await connection.close();
  await database.drop();
});

type Badge = { accountId: string; verified: boolean; deleted: boolean };

async function insertBadge(trx: Trx, { accountId, verified, deleted }: Badge): Promise<void> {
  for (const each of new Set([account, accountId]))
    await sql`insert into accounts values (${each}, '', 'free', now())`.execute(trx);
  await sql`insert into images values ('cid', '', 1, 1, 1, now())`.execute(trx);
  await sql`insert into issuers (id, account_id, name, url, email, code_hash, verified_at, created_at)
    values (${other}, ${accountId}, '', '', '', '', ${verified ? now : null}, now())`.execute(trx);
  await sql`insert into badges (id, account_id, issuer_id, name, description, criteria, image_cid, created_at, deleted_at)
    values (${badge}, ${accountId}, ${other}, '', '', '', 'cid', now(), ${deleted ? now : null})`.execute(
    trx,
  );
}

/** In a transaction that leaves nothing. */
async function rolledBack<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
  const trx = await connection.db.startTransaction().execute();
  try {
    return await work(trx);
  } finally {
    await trx.rollback().execute();
  }
}

const columns = {
  ...{ name: '', email: '', nameSearch: '', emailSearch: '', issuedOn: now, expires: null },
  given: { issuedOn: '', expires: null },
};

test('a credential is issued when key, badge, issuer and quota allow it, and refused for the first that does not', async () => {
  const period = new Date('2027-02-01T00:00:00Z');
  const facts = fc.record({
    known: fc.option(fc.record({ age: around(keyLivesMs), isSame: fc.boolean() })),
    hasKey: fc.boolean(),
    badge: fc.record({
      accountId: fc.constantFrom(account, account, account, id('e')),
      verified: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
      deleted: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
    }),
    usage: fc.record({
      periodStart: fc.constantFrom(period, new Date(period.getTime() - 1), now),
      credentials: fc.nat(3),
    }),
    limit: fc.nat(3),
  });
  const cases = fc.asyncProperty(facts, async ({ known, hasKey, badge: of, usage, limit }) => {
    const expected = (): string => {
      if (hasKey && known && known.age < keyLivesMs) return known.isSame ? 'kept' : 'IN409';
      if (of.deleted || of.accountId !== account) return 'IN404';
      if (!of.verified) return 'IN400';
      return issuedIn(period, usage) < limit ? 'issued' : 'IN402';
    };
    const got = await rolledBack(async (trx) => {
      await insertBadge(trx, of);
      await sql`insert into account_usage values (${account}, ${usage.periodStart}, ${usage.credentials})`.execute(
        trx,
      );
      if (known)
        await sql`insert into idempotency_keys
          values (${account}, 'key', ${Buffer.from(known.isSame ? 'same' : 'another')}, 200, '{"awardId": "first"}', ${ago(known.age)})`.execute(
          trx,
        );
      const once = { key: 'key', fingerprint: Buffer.from('same'), reply: { awardId: 'mine' } };
      const act = { id: id('f'), personId: id('f'), keyId: null, fields: [] };
      const ids = { id: credential, eventId: credential, accountId: account, badgeId: badge };
      return issueCredential(
        trx,
        { ...columns, ...ids, now, period, limit, act },
        hasKey ? once : undefined,
      )
        .then((kept) => (kept?.awardId === 'first' ? 'kept' : 'issued'))
        .catch(sqlState);
    });
    assert.equal(got, expected());
  });
  await fc.assert(cases, { numRuns: 200 });
});

test('a client counts again when its time is over', async () => {
  const ages = fc.option(around(clientCountsMs), { nil: undefined });
  const cases = fc.asyncProperty(ages, async (age) => {
    const counted = await rolledBack(async (trx) => {
      await insertBadge(trx, { accountId: account, verified: true, deleted: false });
      await sql`insert into credentials (id, account_id, badge_id, recipient_name, recipient_email, name_search, email_search, issued_on, created_at)
        values (${credential}, ${account}, ${badge}, '', '', '', '', now(), now())`.execute(trx);
      const e = { credentialId: credential, kind: 'view', network: '', client: Buffer.from('c') };
      if (age !== undefined) await recordEngagement(trx, { ...e, eventId: id('e'), now: ago(age) });
      return recordEngagement(trx, { ...e, eventId: id('f'), now });
    });
    assert.equal(counted, age === undefined || age >= clientCountsMs);
  });
  await fc.assert(cases, { numRuns: 20 });
});

test('an event becomes a delivery of each endpoint that wants it', async () => {
  const endpoint = fc.record({
    active: fc.boolean(),
    events: fc.subarray(['*', ...webhookEvents]),
    isOurs: fc.boolean(),
  });
  const names = Object.keys(timelineNames) as EventName[];
  const cases = fc.asyncProperty(
    fc.array(endpoint, { maxLength: 6 }),
    fc.constantFrom(...names),
    async (endpoints, type) => {
      const idOf = (at: number): string => `${id('b').slice(0, -1)}${at}`;
      const told = await rolledBack(async (trx) => {
        for (const [at, { active, events, isOurs }] of endpoints.entries())
          await sql`insert into webhooks (id, account_id, url, events, secret, active, created_at)
            values (${idOf(at)}, ${isOurs ? account : other}, '', ${events}, '', ${active}, now())`.execute(
            trx,
          );
        await sql`insert into events values (${id('e')}, ${account}, ${credential}, ${type}, '{}', now())`.execute(
          trx,
        );
        const { rows } = await sql<{ id: string }>`
          select webhook_id as id from deliveries join waiting_deliveries using (webhook_id, id) order by 1`.execute(
          trx,
        );
        return rows.map((row) => row.id);
      });
      const expected = [...endpoints.entries()].filter(
        ([, each]) => each.isOurs && wants(each, type),
      );
      assert.deepEqual(
        told,
        expected.map(([at]) => idOf(at)),
      );
    },
  );
  await fc.assert(cases, { numRuns: 150 });
});
