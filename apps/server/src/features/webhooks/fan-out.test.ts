import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type AccountEventName,
  accountEventData,
  deliveredEvents,
  type EventName,
  timelineNames,
} from '@insignia/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { useRollback } from '../../../tests/support/rollback.ts';
import { isSubscribed } from './rules.ts';

const id = (kind: string): string => `${kind.repeat(8)}-0000-7000-8000-000000000000`;
const [account, other, credential] = [id('a'), id('c'), id('d')];
const rolledBack = useRollback();
test('an event becomes a delivery for each endpoint subscribed to it', async () => {
  const endpoint = fc.record({
    active: fc.boolean(),
    events: fc.subarray(['*', ...deliveredEvents]),
    isOurs: fc.boolean(),
  });
  const names = Object.keys({ ...timelineNames, ...accountEventData }) as (
    | EventName
    | AccountEventName
  )[];
  const cases = fc.asyncProperty(
    fc.array(endpoint, { maxLength: 6 }),
    fc.constantFrom(...names),
    async (endpoints, type) => {
      const buildId = (at: number): string => `${id('b').slice(0, -1)}${at}`;
      const received = await rolledBack(async (trx) => {
        for (const [at, { active, events, isOurs }] of endpoints.entries())
          await sql`insert into webhooks (id, account_id, url, events, secret, active, created_at)
            values (${buildId(at)}, ${isOurs ? account : other}, '', ${events}, '', ${active}, now())`.execute(
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
        ([, each]) => each.isOurs && isSubscribed(each, type),
      );
      assert.deepEqual(
        received,
        expected.map(([at]) => buildId(at)),
      );
    },
  );
  await fc.assert(cases, { numRuns: 150 });
});
