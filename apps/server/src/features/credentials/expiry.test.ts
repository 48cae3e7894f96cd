import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDuration } from '@insignia/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { useRollback } from '../../../tests/support/rollback.ts';
import type { Trx } from '../../platform/db/index.ts';

const rolledBack = useRollback();

async function expiryAfter(trx: Trx, issuedOn: Date, validFor: string): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select expiry_after(p_issued_on => ${issuedOn}, p_valid_for => ${validFor}) as at`.execute(trx);
  return rows[0]?.at;
}

test('a credential expires at the end of the day, or of the last day of a shorter month', async () => {
  const cases = [
    ['2026-03-01', 'P2Y', '2028-03-01T23:59:59.999Z'],
    ['2026-01-31', 'P1M', '2026-02-28T23:59:59.999Z'],
    ['2024-02-29', 'P1Y', '2025-02-28T23:59:59.999Z'],
    ['2026-01-31', 'P1M1D', '2026-03-01T23:59:59.999Z'],
    ['2026-12-31', 'P1Y2M1W3D', '2028-03-10T23:59:59.999Z'],
  ] as const;
  await rolledBack(async (trx) => {
    for (const [issuedOn, validFor, expires] of cases) {
      assert.ok(readDuration(validFor), validFor);
      const at = await expiryAfter(trx, new Date(`${issuedOn}T00:00:00Z`), validFor);
      assert.equal(at?.toISOString(), expires);
    }
  });
  for (const none of ['P', 'P0D', 'PT1H', 'P1.5Y', 'P-1Y', '1Y', 'p1y', 'P101Y', 'P1201M', 'P1M1Y'])
    assert.equal(readDuration(none), undefined, none);
});

/** Calendar months first, clamped to the last day of the month, then days, then the end of the day. */
function addDuration(at: Date, { months, days }: { months: number; days: number }): number {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() + months];
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(at.getUTCDate(), lastOfMonth) + days + 1) - 1;
}

test('the expiry date is calendar arithmetic in UTC for any date and duration', async () => {
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
        const expires = await expiryAfter(trx, at, text);
        assert.equal(expires?.getTime(), addDuration(at, duration));
      }),
      { numRuns: 300 },
    ),
  );
});
