import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeExpiry, readDuration } from '@insignia/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { useRollback } from '../../../tests/support/rollback.ts';

const rolledBack = useRollback();
const day = (text: string): number => Date.parse(`${text}T00:00:00Z`);
const until = (issuedOn: string, validFor: string): string | undefined => {
  const duration = readDuration(validFor);
  return duration && new Date(computeExpiry(day(issuedOn), duration)).toISOString();
};

test('a credential expires at the end of the day, or of the last day of a shorter month', () => {
  assert.equal(until('2026-03-01', 'P2Y'), '2028-03-01T23:59:59.999Z');
  assert.equal(until('2026-01-31', 'P1M'), '2026-02-28T23:59:59.999Z');
  assert.equal(until('2024-02-29', 'P1Y'), '2025-02-28T23:59:59.999Z');
  assert.equal(until('2026-01-31', 'P1M1D'), '2026-03-01T23:59:59.999Z');
  assert.equal(until('2026-12-31', 'P1Y2M1W3D'), '2028-03-10T23:59:59.999Z');
  for (const none of ['P', 'P0D', 'PT1H', 'P1.5Y', 'P-1Y', '1Y', 'p1y', 'P101Y', 'P1201M', 'P1M1Y'])
    assert.equal(until('2026-03-01', none), undefined, none);
});

test('the database computes expiry dates as the API contract does', async () => {
  const issued = fc.date({
    min: new Date('1000-01-01'),
    max: new Date('9800-01-01'),
    noInvalidDate: true,
  });
  const parts = fc.tuple(fc.nat(60), fc.nat(240), fc.nat(400), fc.nat(3_650));
  await rolledBack((trx) =>
    fc.assert(
      fc.asyncProperty(issued, parts, async (at, [years, months, weeks, days]) => {
        const text = `P${years}Y${months}M${weeks}W${days}D`;
        const duration = readDuration(text);
        fc.pre(duration !== undefined);
        const { rows } = await sql<{
          at: Date;
        }>`select expiry_after(p_issued_on => ${at}, p_valid_for => ${text}) as at`.execute(trx);
        assert.equal(rows[0]?.at.getTime(), computeExpiry(at.getTime(), duration));
      }),
      { numRuns: 300 },
    ),
  );
});
