// Compares counters with the credentials themselves.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatIsoDay } from '@insignia/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { insertBadge, useRollback } from '../../../tests/support/rollback.ts';
import { firstIdAt } from '../../kernel/id.ts';
import type { Trx } from '../../platform/db/index.ts';
import { countDaysBefore } from './index.ts';
import { buildSeries, findUncountedRange, parseMidnight, sumIssuedDays } from './rules.ts';
import { countIssuedByDay, readDailyCounts } from './store.ts';

const id = (kind: string): string => `${kind.repeat(8)}-0000-7000-8000-000000000000`;
const account = id('a');
const badges = [id('b'), id('c')];
const startedAt = Date.parse('2027-02-01T20:00:00Z');
const hour = 3_600_000;
const rolledBack = useRollback();

/**
 * A database of the previous release that is migrated at one time and starts counting at another.
 */
class Place {
  #trx: Trx;
  #now = startedAt;
  #isOld = true;
  #serial = 0;

  constructor(trx: Trx) {
    this.#trx = trx;
  }

  later(hours: number): void {
    this.#now += hours * hour;
  }

  async issue(badge: number, count: number): Promise<void> {
    const { ids, badgeId, at } = this.#next(badge, count);
    await (this.#isOld
      ? sql`insert into credentials (id, account_id, badge_id, recipient_name, recipient_email, name_search, email_search, issued_on, created_at)
          select n, ${account}, ${badgeId}, '', '', '', '', ${at}, ${at} from unnest(${ids}::uuid[]) n`
      : count === 1
        ? sql`select issue_credential(p_account => ${account}, p_badge => ${badgeId}, p_id => ${ids[0]}, p_event => ${ids[0]},
            p_name => '', p_email => '', p_name_search => '', p_email_search => '', p_issued_on => ${at}, p_expires => null, p_event_dates => '{}',
            p_now => ${at}, p_period => ${at}, p_limit => 1000000, p_key => null, p_fingerprint => null, p_reply => null,
            p_act => ${ids[0]}, p_person => null, p_api_key => null, p_fields => '{}', p_details => null, p_edition => null)`
        : sql`select issue_credentials(p_account => ${account}, p_badge => ${badgeId}, p_ids => ${ids}::uuid[], p_events => ${ids}::uuid[],
            p_names => ${ids}::text[], p_emails => ${ids}::text[], p_name_searches => ${ids}::text[], p_email_searches => ${ids}::text[],
            p_issued_on => array(select ${at}::timestamptz from unnest(${ids}::uuid[])),
            p_expires => array(select null::timestamptz from unnest(${ids}::uuid[])),
            p_given_issued_on => ${ids}::text[], p_given_expires => array(select null::text from unnest(${ids}::uuid[])),
            p_now => ${at}, p_period => ${at}, p_limit => 1000000, p_person => null, p_api_key => null,
            p_details => array(select null::jsonb from unnest(${ids}::uuid[])))`
    ).execute(this.#trx);
  }

  #next(badge: number, count: number) {
    const at = new Date(this.#now);
    const first = firstIdAt(at).slice(0, 24);
    const ids = Array.from(
      { length: count },
      () => `${first}${String(this.#serial++).padStart(12, '0')}`,
    );
    return { at, ids, badgeId: badges[badge] ?? '' };
  }

  /** Erases every n-th credential. */
  async erase(step: number): Promise<void> {
    await sql`delete from credentials where id in (
      select id from (select id, row_number() over (order by id desc) as n from credentials) c where n % ${step} = 0)`.execute(
      this.#trx,
    );
  }

  async bringUpToDate(): Promise<void> {
    this.#isOld = false;
    await sql`alter table credentials enable trigger credentials_count_erased`.execute(this.#trx);
  }

  async count(): Promise<void> {
    if (!this.#isOld) await countDaysBefore(this.#trx, new Date(this.#now));
  }

  async compare(): Promise<void> {
    const range = {
      from: startedAt - 24 * hour - (startedAt % (24 * hour)),
      to: parseMidnight(formatIsoDay(this.#now)),
    };
    for (const badge of [undefined, ...badges]) {
      const { counted, countedFrom } = await readDailyCounts(this.#trx, account, badge, range);
      const before = findUncountedRange(range, countedFrom);
      const one = before ? await countIssuedByDay(this.#trx, account, badge, before) : [];
      const { days, total } = buildSeries(range, counted, [
        ...one,
        ...sumIssuedDays(counted, countedFrom),
      ]);
      const { rows } = await sql<{ day: string; count: number }>`
        select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int as count from credentials
        where ${badge === undefined ? sql`true` : sql`badge_id = ${badge}`} group by 1 order by 1`.execute(
        this.#trx,
      );
      const activeDays = days.filter(({ issued }) => issued !== 0);
      assert.deepEqual(
        activeDays.map(({ day, issued: count }) => ({ day, count })),
        rows,
      );
      assert.equal(
        total.issued,
        rows.reduce((sum, { count }) => sum + count, 0),
      );
    }
  }
}

test('the issued count matches the existing credentials after any sequence of issuing, erasing, counting and upgrading', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('issue' as const), badge: fc.nat(1), count: fc.nat(3) }),
    fc.record({ do: fc.constant('later' as const), hours: fc.integer({ min: 1, max: 60 }) }),
    fc.record({ do: fc.constant('erase' as const), step: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ do: fc.constant('count' as const) }),
  );
  const steps = fc.array(step, { maxLength: 15 });
  let finished = 0;
  const cases = fc.asyncProperty(steps, steps, fc.boolean(), async (before, after, isNew) => {
    await rolledBack(async (trx) => {
      for (const [n, badge] of badges.entries()) {
        if (n === 0)
          await insertBadge(trx, { id: badge, accountId: account, verified: true, deleted: false });
        else
          await sql`insert into badges (id, account_id, issuer_id, name, description, criteria, image_cid, created_at)
            select ${badge}, account_id, issuer_id, '', '', '', image_cid, now() from badges`.execute(
            trx,
          );
      }
      await sql`insert into account_usage values (${account}, '2027-01-01', 0)`.execute(trx);
      const place = new Place(trx);
      if (isNew) await place.bringUpToDate();
      else {
        await sql`delete from settings where name = 'issued_days_from'`.execute(trx);
        await sql`alter table credentials disable trigger credentials_count_erased`.execute(trx);
      }
      for (const all of [before, after]) {
        for (const each of all) {
          if (each.do === 'issue' && each.count > 0) await place.issue(each.badge, each.count);
          else if (each.do === 'later') place.later(each.hours);
          else if (each.do === 'erase') await place.erase(each.step);
          else await place.count();
          if (each.do === 'count') await place.compare();
        }
        await place.compare();
        await place.bringUpToDate();
      }
      // Everything is counted in the end.
      await place.count();
      for (let turn = 0; turn < 20; turn++) {
        place.later(100);
        await place.count();
      }
      await place.compare();
      const { rows } = await sql<{ value: string }>`
        select value from settings where name = 'issued_days_from'`.execute(trx);
      if (rows[0]?.value === '1970-01-01') finished += 1;
    });
  });
  const numRuns = 15;
  await fc.assert(cases, { numRuns });
  assert.equal(finished, numRuns);
});
