// Two processes whose clocks differ by 4 seconds share a database, whose clock is between theirs,
// behind both or ahead of both. Jobs, imports, pages and chores in one don't miss anything that the
// other has acknowledged. libfaketime (Debian: apt-get install faketime) changes the system's clock for a
// process; without it, only JavaScript's clock is changed.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { assertOk, createTestClient } from '../tests/support/client.ts';
import { createDatabase } from '../tests/support/database.ts';
import { createAwardBodyFor, idFromUrl } from '../tests/support/people.ts';
import { findFreePort } from '../tests/support/port.ts';
import {
  createTemporaryDirectory,
  launch,
  type RunningProcess,
  waitUntilReady,
} from '../tests/support/process.ts';
import { isShort } from '../tests/support/test-form.ts';
import { waitForCondition } from '../tests/support/wait-for-condition.ts';
import { prepareAccount } from './prepare.ts';

const skewed = new URL('./support/skewed-clock.ts', import.meta.url).href;
const apartMs = 4_000;
const retries = '1s,1s,1s,1h';
const library = ['x86_64-linux-gnu/', 'aarch64-linux-gnu/', '']
  .map((folder) => `/usr/lib/${folder}faketime/libfaketimeMT.so.1`)
  .find((path) => existsSync(path));
const isBetween = isShort && 'clocks ahead of the database and behind it show the same';
const isMissing = library === undefined && 'libfaketime is not installed';

type Clocks = {
  name: string;
  /** How far the process ahead is ahead of the database. */
  skewMs: number;
  preload?: string;
  settings: (skewMs: number) => Record<string, string>;
  skip?: string | false;
};
const ofJavaScript = {
  preload: skewed,
  settings: (skewMs: number) => ({ CLOCK_SKEW_MS: String(skewMs) }),
};
const ofSystem = {
  settings: (skewMs: number) => ({
    LD_PRELOAD: library ?? '',
    FAKETIME: `${skewMs < 0 ? '' : '+'}${skewMs / 1_000}s`,
    // Timers stay right.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }),
  skip: isMissing,
};
const clocks: Clocks[] = [
  {
    name: 'JavaScript’s clocks, 2 s ahead of and 2 s behind the database',
    skewMs: 2_000,
    ...ofJavaScript,
    skip: isBetween,
  },
  {
    name: 'system clocks, 2 s ahead of and 2 s behind the database',
    ...{ skewMs: 2_000, ...ofSystem, skip: isBetween || isMissing },
  },
  {
    name: 'JavaScript’s clocks, 7 s and 3 s ahead of the database',
    skewMs: 7_000,
    ...ofJavaScript,
  },
  { name: 'system clocks, 3 s and 7 s behind the database', skewMs: -3_000, ...ofSystem },
];

type Send = ReturnType<typeof createTestClient>;

function describeClocks(each: Clocks): void {
  describe(each.name, { skip: each.skip ?? false, concurrency: 1 }, () => {
    let running: RunningProcess[] = [];
    let looking: pg.Client;
    let ahead: Send;
    let behind: Send;
    let badgeId: string;
    let closing: (() => Promise<unknown>)[] = [];

    async function startBoth(): Promise<void> {
      const { skewMs, preload, settings } = each;
      const [{ path, remove }, database] = [
        await createTemporaryDirectory(),
        await createDatabase(),
      ];
      closing = [database.drop, remove];
      const [port, otherPort] = [await findFreePort(), await findFreePort()];
      const base = `http://127.0.0.1:${port}`;
      const start = async (port: number, skew: number) => {
        const process = await launch(
          {
            ...{ DATABASE_URL: database.url, SECRET: 'a secret of the tests, long enough' },
            ...{
              DATA_DIR: path,
              BASE_URL: base,
              PORT: String(port),
              ROLE: 'all',
              LOG_LEVEL: 'warn',
            },
            ...{ DEFAULT_PLAN: 'unlimited', ...settings(skew) },
            ...{ WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8', WEBHOOK_RETRY_SCHEDULE: retries },
          },
          preload,
        );
        closing.unshift(() => {
          process.child.kill('SIGTERM');
          return process.ended;
        });
        return waitUntilReady(process);
      };
      running = [await start(port, skewMs)];
      running.push(await start(otherPort, skewMs - apartMs));
      const { key, ...account } = await prepareAccount(base, path);
      badgeId = account.badgeId;
      [ahead, behind] = running.map(({ url }) => createTestClient(url, { 'x-api-key': key })) as [
        Send,
        Send,
      ];
      looking = new pg.Client({ connectionString: database.url });
      await looking.connect();
      closing.unshift(() => looking.end());
    }

    const ways = () =>
      [
        ['the one ahead', ahead, 'the one behind', behind],
        ['the one behind', behind, 'the one ahead', ahead],
      ] as const;
    const issue = async (send: Send, email: string): Promise<string> => {
      const award = createAwardBodyFor(badgeId, { recipient: { name: 'Ada Lovelace', email } });
      return idFromUrl(assertOk(await send('POST', '/awards', award)).body.info.awardId);
    };
    const issueMany = (send: Send, count: number, tag: string) =>
      Promise.all(Array.from({ length: count }, (_, n) => issue(send, `${tag}-${n}@example.org`)));
    const ended = async (send: Send, jobId: string) => {
      const get = async () => assertOk(await send('GET', `/jobs/${jobId}`)).body.info;
      await waitForCondition('the job has ended', async () => (await get()).finishedAt !== null);
      return get();
    };
    const one = async (text: string, ...values: unknown[]) =>
      (await looking.query(text, values)).rows[0].n as number;

    before(() => startBoth());
    after(async () => {
      for (const close of closing) await close();
    });

    test('the two clocks differ', async () => {
      const ids = [
        await issue(ahead, 'clock-1@example.org'),
        await issue(behind, 'clock-2@example.org'),
      ];
      const apart = `select extract(epoch from a.created_at - b.created_at)::float * 1000 as n
    from credentials a, credentials b where a.id = $1 and b.id = $2`;
      const apartBy = await one(apart, ...ids);
      assert.ok(apartBy > apartMs / 2, `${apartBy} ms`);
      assert.ok((ids[0] ?? '') > (ids[1] ?? ''), 'by their ids too');
    });

    test('bulk jobs cover credentials that the other process just issued, and none issued after acceptance', async () => {
      for (const [issuer, issuing, other, accepting] of ways()) {
        const tag = issuer.replaceAll(' ', '-');
        const ids = await issueMany(issuing, 20, tag);
        const parameters = { filter: { search: `${tag}-`, searchField: 'email' } };
        for (const [action, done] of [
          ['send', 20],
          ['revoke', 20],
        ] as const) {
          // Both processes keep issuing meanwhile.
          let isOver = false;
          const later: Promise<string[]>[] = [issuing, accepting].map(async (send, n) => {
            const issued: string[] = [];
            while (!isOver) {
              issued.push(await issue(send, `${action}-later-${n}@example.org`));
              await sleep(50);
            }
            return issued;
          });
          const answer = await accepting('POST', `/awards/${action}`, { parameters });
          const job = await ended(issuing, assertOk(answer, 202).body.info.jobId);
          isOver = true;
          const issuedLater = (await Promise.all(later)).flat();
          assert.deepEqual(
            [job.status, job.total, job.done, job.skipped, job.failed],
            ['completed', 20, done, 0, 0],
            `${issuer} issued, ${other} accepted to ${action}`,
          );
          assert.ok(issuedLater.length > 0);
        }
        const revoked =
          'select count(*)::int as n from credentials where id = any($1::uuid[]) and revoked_at is not null';
        assert.equal(await one(revoked, ids), 20);

        const named = await issueMany(issuing, 5, `${tag}-named`);
        const answer = await accepting('POST', '/awards/revoke', {
          parameters: { awardIds: named },
        });
        const job = await ended(accepting, assertOk(answer, 202).body.info.jobId);
        assert.deepEqual([job.status, job.total, job.done], ['completed', 5, 5]);

        const all = await one(
          'select count(*)::int as n from credentials where revoked_at is null',
        );
        const everything = await accepting('POST', '/awards/revoke', {
          parameters: { filter: { state: 'valid' } },
        });
        // Issued by both processes after the job was accepted.
        const after = [
          await issue(issuing, 'after-1@example.org'),
          await issue(accepting, 'after-2@example.org'),
        ];
        const last = await ended(accepting, assertOk(everything, 202).body.info.jobId);
        assert.deepEqual([last.status, last.total, last.done], ['completed', all, all]);
        assert.equal(await one(revoked, after), 0, 'issued later');
      }
    });

    test('imports skip recipients to whom the other process just issued the badge, and count every row', async () => {
      for (const [issuer, issuing, , accepting] of ways()) {
        const tag = `import-${issuer.replaceAll(' ', '-')}`;
        await issueMany(issuing, 3, tag);
        const rows = Array.from(
          { length: 10 },
          (_, n) => `Ada Lovelace,${tag}-${n}@example.org,2026-03-01`,
        );
        const upload = await accepting(
          'POST',
          `/awards/imports?badgeId=${badgeId}&onDuplicate=skip`,
          `name,email,issuedOn\n${rows.join('\n')}\n`,
          { 'content-type': 'text/csv' },
        );
        const { importId } = assertOk(upload, 202).body.info;
        const get = async () =>
          assertOk(await issuing('GET', `/awards/imports/${importId}`)).body.info;
        await waitForCondition(
          'the import has ended',
          async () => (await get()).finishedAt !== null,
        );
        const { status, issued, skipped, failed } = await get();
        assert.deepEqual([status, issued, skipped, failed], ['completed', 7, 3, 0]);
      }
    });

    test('paging through every list returns the rows of both processes', async () => {
      const ids = (
        await Promise.all([issueMany(ahead, 30, 'a'), issueMany(behind, 30, 'b')])
      ).flat();
      const receiver = { url: 'https://receiver.example/hook' };
      const hook = assertOk(await ahead('POST', '/webhooks', receiver), 201).body;
      // Keep webhooks from being sent.
      await looking.query("update webhooks set next_attempt_at = now() + interval '1 hour'");
      const more = (
        await Promise.all([issueMany(ahead, 30, 'c'), issueMany(behind, 30, 'd')])
      ).flat();
      const walk = async (send: Send, path: string, key: string): Promise<unknown[]> => {
        const found: unknown[] = [];
        for (let last = ''; ; ) {
          const { body } = assertOk(await send('GET', `${path}${last}`));
          const page = body.info ?? body;
          found.push(...page[key]);
          if (!page.lastEvaluatedKey) return found;
          last = `${path.includes('?') ? '&' : '?'}lastEvaluatedKey=${page.lastEvaluatedKey}`;
        }
      };
      for (const send of [ahead, behind]) {
        const awards = (await walk(send, '/awards', 'awards')) as { id: string }[];
        const listed = new Set(awards.map(({ id }) => idFromUrl(id)));
        assert.deepEqual(
          [...ids, ...more].filter((id) => !listed.has(id)),
          [],
        );
        const acts = (await walk(send, '/audit-log?action=createAward', 'items')) as {
          target: string;
        }[];
        assert.equal(
          acts.length,
          await one("select count(*)::int as n from audit_log where action = 'createAward'"),
        );
        const deliveries = await walk(send, `/webhooks/${hook.id}/deliveries`, 'deliveries');
        assert.equal(deliveries.length, more.length);
      }
    });

    test('replaying failed deliveries since one of them includes those that the process behind recorded later', async () => {
      const [hook] = (await looking.query('select id from webhooks')).rows;
      await looking.query('delete from waiting_deliveries');
      await looking.query("update deliveries set state = 'failed', last_error = 'refused'");
      const first = await issue(ahead, 'first@example.org');
      await issue(behind, 'second@example.org');
      const times = await looking.query(
        `update deliveries set state = 'failed', last_error = 'refused' where credential_id = $1
     returning created_at as at, (select count(*)::int from deliveries) as n`,
        [first],
      );
      await looking.query('delete from waiting_deliveries');
      await looking.query("update deliveries set state = 'failed', last_error = 'refused'");
      const [{ at, n }] = times.rows;
      const since = at.toISOString();
      const path = `/webhooks/${hook.id}/deliveries/redeliver`;
      const { redelivered } = assertOk(await behind('POST', path, { since })).body;
      assert.equal(redelivered, n);
    });

    test('chores keep rows that the other process just wrote, and import and bulk jobs continue', async () => {
      const tables = [
        'credentials',
        'audit_log',
        'imports',
        'bulk_jobs',
        'events',
        'mails',
        'images',
      ];
      const counts = async () => {
        const found: Record<string, number> = {};
        for (const table of tables)
          found[table] = await one(`select count(*)::int as n from ${table}`);
        return found;
      };
      const expired = createAwardBodyFor(badgeId, {
        issuedOn: '2020-01-01',
        expires: '2020-02-01',
      });
      const { awardId } = assertOk(await behind('POST', '/awards', expired)).body.info;
      const counted = await counts();
      // Once the chore that records expired credentials has run, every chore has run.
      const noted =
        'select count(*)::int as n from credentials where id = $1 and lapsed_at is not null';
      await waitForCondition(
        'a round of chores',
        async () => (await one(noted, idFromUrl(awardId))) === 1,
      );
      assert.deepEqual(await counts(), counted);
      assert.equal(
        await one("select count(*)::int as n from imports where status <> 'completed'"),
        0,
      );
      assert.equal(
        await one("select count(*)::int as n from bulk_jobs where status <> 'completed'"),
        0,
      );
    });

    test('an endpoint that is down is tried again after each delay', async () => {
      const closed = { url: `https://127.0.0.1:${await findFreePort()}/hook` };
      const { id } = assertOk(await ahead('POST', '/webhooks', closed), 201).body;
      await issue(ahead, 'down@example.org');
      const tried = (count: number) =>
        waitForCondition(
          `attempt ${count}`,
          async () =>
            (await one(
              'select coalesce(max(attempts), 0)::int as n from deliveries where webhook_id = $1',
              id,
            )) >= count,
        );
      await tried(1);
      const firstAt = performance.now();
      await tried(4);
      const betweenMs = performance.now() - firstAt;
      // Each delay is shortened by at most a fifth.
      assert.ok(betweenMs > 2_000, `${betweenMs} ms`);
    });
  });
}

// They wait more than they work.
describe('clocks', { concurrency: clocks.length }, () => {
  for (const each of clocks) describeClocks(each);
});
