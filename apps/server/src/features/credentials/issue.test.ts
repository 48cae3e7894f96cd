import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { insertBadge, useRollback } from '../../../tests/support/rollback.ts';
import { newRoutedId } from '../../kernel/id.ts';
import { sqlState } from '../../platform/db/index.ts';
import { idempotencyKeyLifetimeMs } from '../../platform/http/idempotency.ts';
import { countIssuedInPeriod } from '../accounts/index.ts';
import { issueCredential } from './issue.ts';

const id = (kind: string): string => `${kind.repeat(8)}-0000-7000-8000-000000000000`;
const [account, badge] = [id('a'), id('b')];
const credential = newRoutedId(account);
const now = new Date('2027-02-15T12:00:00.500Z');
const rolledBack = useRollback();
const columns = {
  ...{ name: '', email: '', nameSearch: '', emailSearch: '', issuedOn: now, expires: null },
  typedDates: { issuedOn: '', expires: null },
  ...{ details: null, edition: null },
};

test('issuing succeeds when key, badge, issuer and quota allow it, and reports the first obstacle otherwise', async () => {
  const period = new Date('2027-02-01T00:00:00Z');
  const facts = fc.record({
    known: fc.option(
      fc.record({
        age: fc.constantFrom(
          0,
          idempotencyKeyLifetimeMs - 1,
          idempotencyKeyLifetimeMs,
          idempotencyKeyLifetimeMs + 1,
        ),
        isSame: fc.boolean(),
      }),
    ),
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
      if (hasKey && known && known.age < idempotencyKeyLifetimeMs)
        return known.isSame ? 'kept' : 'IN409';
      if (of.deleted || of.accountId !== account) return 'IN404';
      if (!of.verified) return 'IN400';
      return countIssuedInPeriod(period, usage) < limit ? 'issued' : 'IN402';
    };
    const outcome = await rolledBack(async (trx) => {
      await insertBadge(trx, { id: badge, ...of });
      if (of.accountId !== account)
        await sql`insert into accounts values (${account}, '', 'free', now())`.execute(trx);
      await sql`insert into account_usage values (${account}, ${usage.periodStart}, ${usage.credentials})`.execute(
        trx,
      );
      if (known)
        await sql`insert into idempotency_keys
          values (${account}, 'key', ${Buffer.from(known.isSame ? 'same' : 'another')}, 200, '{"reply": "first"}', ${new Date(now.getTime() - known.age)})`.execute(
          trx,
        );
      const once = { key: 'key', fingerprint: Buffer.from('same') };
      const act = { id: id('f'), personId: id('f'), keyId: null, fields: [] };
      const ids = { id: credential, eventId: credential, accountId: account, badgeId: badge };
      return issueCredential(
        trx,
        { ...columns, ...ids, now, period, limit, act },
        { once: hasKey ? once : undefined, reply: { reply: 'mine' } },
      )
        .then((result) => (result?.reply === 'first' ? 'kept' : 'issued'))
        .catch(sqlState);
    });
    assert.equal(outcome, expected());
  });
  await fc.assert(cases, { numRuns: 200 });
});
