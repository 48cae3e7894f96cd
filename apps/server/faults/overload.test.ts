// Sends twice as many requests as the service can answer. Requests that can't start in time get 503
// with Retry-After, public reads and /readyz are answered, and the memory is returned. Set
// OVERLOAD_SECONDS=180 for the full run.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { connect } from '../src/platform/db/index.ts';
import { createDatabase } from '../tests/support/database.ts';
import { startMailbox } from '../tests/support/mailbox.ts';
import {
  createAwardBodyFor,
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
} from '../tests/support/people.ts';
import { createTemporaryDirectory, startProcess } from '../tests/support/process.ts';

const seconds = Number(process.env.OVERLOAD_SECONDS ?? 10);
const restSeconds = Number(process.env.OVERLOAD_REST_SECONDS ?? (seconds >= 60 ? 300 : 5));
const capacitySeconds = 3;
const accounts = 8;
/**
 * A refusal is due within 5 s. On a slow machine it's late by what `/readyz`, which waits for
 * nothing, takes on the way there and back.
 */
const MAX_REFUSAL_MS = 5_000 + 1_000;
/** Heap and caches that stay after a short rest. The full run rests for 5 minutes and keeps less. */
const MAX_KEPT_MIB = seconds >= 60 ? 350 : 600;
/** Limits the load, even if the service stops responding. */
const MAX_UNDER_WAY = 1_000;
const TICK_MS = 20;

type Outcome = { status: number; ms: number; retryAfter: string | null };
type Send = (n: number) => Promise<Response>;

async function time(send: () => Promise<Response>): Promise<Outcome> {
  const startedAt = performance.now();
  const response = await send();
  await response.arrayBuffer();
  const { status, headers } = response;
  return { status, ms: performance.now() - startedAt, retryAfter: headers.get('retry-after') };
}

/** Measures how many of these requests are answered per second, with 16 clients. */
async function measureCapacity(send: Send): Promise<number> {
  const ends = performance.now() + capacitySeconds * 1_000;
  let responseCount = 0;
  let sent = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() < ends) {
      const { status } = await time(() => send(sent++));
      assert.equal(status, 200);
      responseCount++;
    }
  };
  await Promise.all(Array.from({ length: 16 }, lane));
  return responseCount / capacitySeconds;
}

/**
 * Sends `perSecond` requests a second for `seconds`, without waiting for the others to be answered.
 */
async function overload(perSecond: number, send: Send): Promise<Outcome[]> {
  const outcomes: Promise<Outcome>[] = [];
  let underWay = 0;
  const startedAt = performance.now();
  for (let elapsed = 0; elapsed < seconds * 1_000; elapsed = performance.now() - startedAt) {
    const due = (elapsed / 1_000) * perSecond;
    while (outcomes.length < due && underWay < MAX_UNDER_WAY) {
      const n = outcomes.length;
      underWay++;
      outcomes.push(time(() => send(n)).finally(() => underWay--));
    }
    await sleep(TICK_MS);
  }
  return Promise.all(outcomes);
}

/** Sends one request after the other until the returned function is called. */
function keepAsking(send: Send): () => Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      outcomes.push(await time(() => send(outcomes.length)));
      await sleep(TICK_MS);
    }
  })();
  return async () => {
    isOver = true;
    await asking;
    return outcomes;
  };
}

const quantile = (outcomes: Outcome[], share: number): string => {
  const sorted = outcomes.map(({ ms }) => ms).toSorted((one, other) => one - other);
  return (sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN).toFixed(0);
};

test(`twofold overload for ${seconds} s: requests that cannot start get 503 with Retry-After, public reads are answered`, {
  timeout: (seconds + restSeconds + 200) * 1_000,
}, async (t) => {
  const [database, mailbox] = [await createDatabase(), await startMailbox()];
  const directory = await createTemporaryDirectory();
  const running = await startProcess({
    DATA_DIR: directory.path,
    DATABASE_URL: database.url,
    SECRET: 'a secret of the tests, long enough',
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'Insignia <insignia@example.org>',
    LOG_LEVEL: 'silent',
  });
  const { db, close } = connect(database.url, () => {});
  t.after(async () => {
    running.child.kill('SIGTERM');
    await running.ended;
    await close();
    await mailbox.close();
    await database.drop();
    await directory.remove();
  });
  const { url } = running;
  const tenants: { owner: Owner; badgeId: string }[] = [];
  for (let n = 0; n < accounts; n++) {
    const owner = await createOwner({ url, mailbox, db }, 'unlimited');
    tenants.push({ owner, badgeId: await createBadge(owner, await createIssuer(owner)) });
  }
  const [first] = tenants;
  assert.ok(first);
  const published = await Promise.all(
    Array.from({ length: 20 }, () => issueAward(first.owner, first.badgeId)),
  );
  const { rows } = await sql<{ id: string }>`
    insert into credentials (id, account_id, badge_id, recipient_name, recipient_email, name_search, email_search, issued_on, created_at)
    select uuid7_at(now()), ${first.owner.accountId}, ${first.badgeId}, 'Person ' || n, 'p' || n || '@example.org', '', '', now(), now()
    from generate_series(1, 20000) n returning id`.execute(db);
  let set = 0;
  /**
   * Half of the requests issue credentials or read a list. An eighth generate a certificate that
   * isn't cached.
   */
  const mixed: Send = (n) => {
    const { owner, badgeId } = tenants[n % accounts] ?? first;
    const headers = { 'x-api-key': owner.key, 'content-type': 'application/json' };
    if (n % 8 === 0) return fetch(`${url}/awards/${rows[set++ % rows.length]?.id}/pdf`);
    if (n % 2 === 0) return fetch(`${url}/awards`, { headers });
    const body = JSON.stringify(createAwardBodyFor(badgeId));
    return fetch(`${url}/awards`, { method: 'POST', headers, body });
  };
  const resident = (): number =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${running.child.pid}/status`, 'utf8'))?.[1]) /
    1_024;

  const capacity = await measureCapacity(mixed);
  const before = resident();
  let peak = before;
  const watching = setInterval(() => {
    peak = Math.max(peak, resident());
  }, 100);
  const documents = keepAsking((n) =>
    fetch(`${url}/certify-badge/award/${published[n % published.length]}`),
  );
  // Most of these pages are read from the database.
  const pages = keepAsking((n) =>
    fetch(`${url}/credentials/${rows[(n * 7) % rows.length]?.id}`, {
      headers: { accept: 'text/html' },
    }),
  );
  const ready = keepAsking(() => fetch(`${url}/readyz`));
  const outcomes = await overload(2 * capacity, mixed);
  const reads = { documents: await documents(), pages: await pages(), '/readyz': await ready() };
  clearInterval(watching);

  const refused = outcomes.filter(({ status }) => status !== 200);
  for (const { status, retryAfter } of refused) {
    assert.equal(status, 503);
    assert.ok(Number(retryAfter) > 0, 'a refusal has Retry-After');
  }
  const longest = (answers: Outcome[]): number => Math.max(0, ...answers.map(({ ms }) => ms));
  const maxRefusalMs = MAX_REFUSAL_MS + 2 * longest(reads['/readyz']);
  assert.ok(longest(refused) <= maxRefusalMs, `${longest(refused)} ms, limit ${maxRefusalMs} ms`);
  assert.ok(refused.length < outcomes.length, 'some are answered');
  for (const [name, answers] of Object.entries(reads)) {
    assert.ok(answers.length > 0);
    assert.deepEqual(
      answers.filter(({ status }) => status !== 200),
      [],
      `${name} are answered`,
    );
  }
  assert.equal((await time(() => mixed(1))).status, 200);
  assert.equal((await time(() => mixed(8))).status, 200);
  await sleep(restSeconds * 1_000);
  const after = resident();
  process.stdout.write(
    `# overload: capacity ${capacity.toFixed(0)}/s, ${outcomes.length} sent in ${seconds} s, ${refused.length} refused; slowest refusal ${quantile(refused, 1)} ms, answers p50 ${quantile(
      outcomes.filter(({ status }) => status === 200),
      0.5,
    )} ms; ${Object.entries(reads)
      .map(
        ([name, answers]) =>
          `${name} p50 ${quantile(answers, 0.5)} ms, longest ${quantile(answers, 1)} ms`,
      )
      .join(
        '; ',
      )}; memory ${before.toFixed(0)} MiB, at most ${peak.toFixed(0)} MiB, ${after.toFixed(0)} MiB after ${restSeconds} s\n`,
  );
  assert.ok(after <= MAX_KEPT_MIB, `${after.toFixed(0)} MiB after ${restSeconds} s of rest`);
});
