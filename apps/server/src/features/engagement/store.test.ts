import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { insertBadge, useRollback } from '../../../tests/support/rollback.ts';
import { clientWindowMs } from './rules.ts';
import { recordEngagement } from './store.ts';

const id = (kind: string): string => `${kind.repeat(8)}-0000-7000-8000-000000000000`;
const [account, badge, credential] = [id('a'), id('b'), id('d')];
const now = new Date('2027-02-15T12:00:00.500Z');
const rolledBack = useRollback();
test('a client counts again after its window ends', async () => {
  const ages = fc.option(
    fc.constantFrom(0, clientWindowMs - 1, clientWindowMs, clientWindowMs + 1),
    { nil: undefined },
  );
  const cases = fc.asyncProperty(ages, async (age) => {
    const counted = await rolledBack(async (trx) => {
      await insertBadge(trx, { id: badge, accountId: account, verified: true, deleted: false });
      await sql`insert into credentials (id, account_id, badge_id, recipient_name, recipient_email, name_search, email_search, issued_on, created_at)
        values (${credential}, ${account}, ${badge}, '', '', '', '', now(), now())`.execute(trx);
      const e = { credentialId: credential, kind: 'view', network: '', client: Buffer.from('c') };
      if (age !== undefined)
        await recordEngagement(trx, { ...e, eventId: id('e'), now: new Date(now.getTime() - age) });
      return recordEngagement(trx, { ...e, eventId: id('f'), now });
    });
    assert.equal(counted, age === undefined || age >= clientWindowMs);
  });
  await fc.assert(cases, { numRuns: 20 });
});
