// Receivers that are down, slow or odd, and several workers: nothing is lost, nothing repeated
// without failures, and no receiver affects another. DOWN_SECONDS sets the outage (60 for the full
// run).
import assert from 'node:assert/strict';
import { createServer, type Server as TcpServer } from 'node:net';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { eventsWork } from '../src/features/events/index.ts';
import { createDatabase } from '../tests/support/database.ts';
import { type Instance, startInstance } from '../tests/support/instance.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
} from '../tests/support/people.ts';
import {
  createCertificateAuthority,
  type Receiver,
  startReceiver,
} from '../tests/support/receiver.ts';
import { isShort } from '../tests/support/test-form.ts';
import { waitForCondition } from '../tests/support/wait-for-condition.ts';

const downSeconds = Number(process.env.DOWN_SECONDS ?? 8);
const samples = Number(process.env.SAMPLES ?? 40);
/** To four endpoints. */
const deliveries = Number(process.env.DELIVERIES ?? 10_000);
const local = { WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8' };

type Home = { owner: Owner; badgeId: string };
async function settle(instance: Instance): Promise<Home> {
  const owner = await createOwner(instance, 'pro');
  await sql`update account_usage set credentials = -1000000`.execute(instance.db);
  return { owner, badgeId: await createBadge(owner, await createIssuer(owner)) };
}
const register = async ({ owner }: Home, url: string): Promise<string> =>
  (await owner.insignia.webhooks.create({ url })).id;
const idsAt = ({ received }: Receiver): string[] => received.map(({ body }) => JSON.parse(body).id);
const webhook = async ({ owner }: Home, id: string) =>
  (await owner.api('GET', '/webhooks')).body.webhooks.find((one: { id: string }) => one.id === id);

/** Returns the seconds until the condition is met. */
async function timeUntil(what: string, check: () => boolean): Promise<number> {
  const startedAt = Date.now();
  for (; Date.now() < startedAt + 300_000; await sleep(100))
    if (check()) return (Date.now() - startedAt) / 1_000;
  return assert.fail(`not within 300 s: ${what}`);
}

/** Writes events in the same way as issuing, `n` at a time. */
async function writeEvents(instance: Instance, { owner, badgeId }: Home, n: number): Promise<void> {
  await sql`with c as (
      insert into credentials (id, account_id, badge_id, recipient_name, recipient_email, name_search, email_search, issued_on, created_at)
      select gen_random_uuid(), ${owner.accountId}, ${badgeId}, 'Some Person', 's@example.org', '', '', now(), now() from generate_series(1, ${n}::int)
      returning id)
    insert into events (id, account_id, credential_id, type, data, created_at)
    select uuid7_at(now()), ${owner.accountId}, id, 'credential.viewed', '{"recipient":{"name":"Some Person","email":"s@example.org"}}', now() from c`.execute(
    instance.db,
  );
}

// They wait more than they work. The whole form prints their times.
describe('webhooks', { concurrency: isShort ? 2 : 1 }, () => {
  test(`two workers send ${deliveries} deliveries exactly once each`, async () => {
    const instance = await startInstance({ ...local, ROLE: 'api' });
    const settings = {
      ...local,
      ROLE: 'worker',
      DATABASE_URL: instance.databaseUrl,
      BASE_URL: instance.url,
    };
    const mails = { SMTP_URL: instance.mailbox.url };
    const workers = [
      await startInstance({ ...settings, ...mails }),
      await startInstance({ ...settings, ...mails }),
    ];
    const home = await settle(instance);
    const receivers = await Promise.all(Array.from({ length: 4 }, () => startReceiver()));
    for (const { url } of receivers) await register(home, url);
    await writeEvents(instance, home, deliveries / 4);
    const total = () => receivers.reduce((sum, { received }) => sum + received.length, 0);
    const took = await timeUntil('all sent', () => total() >= deliveries);
    await sleep(1_000);
    assert.equal(total(), deliveries);
    assert.equal(new Set(receivers.flatMap(idsAt)).size, deliveries);
    process.stdout.write(
      `# two workers: ${deliveries} deliveries, ${total()} sends in ${took.toFixed(1)} s\n`,
    );
    for (const worker of workers) await worker.stop();
    await instance.stop();
    for (const receiver of receivers) await receiver.close();
  });

  const sorted = (times: number[]): number[] => times.toSorted((a, b) => a - b);
  const p99 = (times: number[]): number =>
    sorted(times)[Math.floor(times.length * 0.99)] ?? Number.NaN;
  const p50 = (times: number[]): string =>
    (sorted(times)[Math.floor(times.length / 2)] ?? Number.NaN).toFixed(0);

  /** Returns the milliseconds from each cause to its receipt. */
  async function latencies(receiver: Receiver, cause: () => Promise<unknown>): Promise<number[]> {
    receiver.received.length = 0;
    const took: number[] = [];
    for (let n = 0; n < samples; n++) {
      const startedAt = performance.now();
      await cause();
      while (receiver.received.length <= n) await sleep(2);
      took.push(performance.now() - startedAt);
      await sleep(20);
    }
    return took;
  }

  test('issuing in one process wakes the worker of another, which sends the delivery', async (t) => {
    const instance = await startInstance({ ...local, ROLE: 'api' });
    const worker = await startInstance({
      ...local,
      ROLE: 'worker',
      DATABASE_URL: instance.databaseUrl,
      BASE_URL: instance.url,
      SMTP_URL: instance.mailbox.url,
    });
    const home = await settle(instance);
    const receiver = await startReceiver();
    await register(home, receiver.url);
    // The worker also polls, so a receipt doesn't prove that it was woken. Count its wake-ups.
    let wakes = 0;
    t.after(worker.db.signals.listen([eventsWork], () => wakes++));
    const took = await latencies(receiver, async () => {
      const before = wakes;
      await issueAward(home.owner, home.badgeId);
      await waitForCondition('the worker is woken', () => wakes > before);
    });
    process.stdout.write(
      `# from POST /awards, its answer included, to the receipt from another process: p50 ${p50(took)} ms, p99 ${p99(took).toFixed(0)} ms\n`,
    );
    await worker.stop();
    await instance.stop();
    await receiver.close();
  });

  test('2,000 deliveries during repeated pool starvation are each sent once', async (t) => {
    const database = await createDatabase();
    const url = new URL(database.url);
    url.searchParams.set('pool', '3');
    const instance = await startInstance({ ...local, DATABASE_URL: url.href });
    const receiver = await startReceiver();
    t.after(async () => {
      await instance.stop();
      await database.drop();
      await receiver.close();
    });
    const home = await settle(instance);
    await register(home, receiver.url);
    await writeEvents(instance, home, 2_000);
    // Longer than the connection timeout (3 s).
    const starve = (): Promise<unknown> =>
      Promise.all(
        Array.from({ length: 3 }, () =>
          sql`select pg_sleep(4)`.execute(instance.db).catch(() => {}),
        ),
      );
    for (const share of [100, 800, 1_400]) {
      await waitForCondition(`${share} arrived`, () => receiver.received.length >= share);
      await starve();
    }
    await waitForCondition('all recorded', async () => {
      const { rows } = await sql`select 1 from waiting_deliveries`.execute(instance.db);
      return rows.length === 0;
    });
    const all = idsAt(receiver);
    process.stdout.write(
      `# starved pool: ${all.length} sends of 2,000 deliveries, ${all.length - new Set(all).size} twice\n`,
    );
    assert.deepEqual([all.length, new Set(all).size], [2_000, 2_000]);
  });

  test(`an endpoint outage of ${downSeconds} s at 100 events a second loses nothing and does not disable it`, async () => {
    const instance = await startInstance(local);
    const home = await settle(instance);
    let isDown = false;
    const receiver = await startReceiver((_request, response) => {
      if (isDown) response.destroy();
      else response.writeHead(200).end();
    });
    const id = await register(home, receiver.url);
    await writeEvents(instance, home, 1);
    await waitForCondition('the first one', () => receiver.received.length === 1);
    receiver.received.length = 0;
    isDown = true;
    let events = 0;
    for (const ends = Date.now() + downSeconds * 1_000; Date.now() < ends; await sleep(100)) {
      await writeEvents(instance, home, 10);
      events += 10;
    }
    const tries = receiver.received.length;
    receiver.received.length = 0;
    isDown = false;
    const took = await timeUntil('drained', () => new Set(idsAt(receiver)).size === events);
    const { active, failureCount } = await webhook(home, id);
    assert.equal(active, true);
    assert.equal(failureCount, 0);
    process.stdout.write(
      `# receiver down ${downSeconds} s at 100/s: ${events} events, 0 lost, ${tries} tries while down, drained ${took.toFixed(0)} s after its return\n`,
    );
    await instance.stop();
    await receiver.close();
  });

  /** Accepts a connection and responds at one byte per second forever. */
  async function startSlow(): Promise<Receiver> {
    return startReceiver((_request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 1_000);
      response.on('close', () => clearInterval(drip));
    });
  }

  test('a healthy endpoint gets its deliveries beside 50 at one byte a second', async () => {
    const instance = await startInstance(local);
    const homes = [await settle(instance), await settle(instance), await settle(instance)];
    const healthy = await settle(instance);
    const receiver = await startReceiver();
    await register(healthy, receiver.url);
    // Without waking workers: the engine polls.
    const quietly = () => writeEvents(instance, healthy, 1);
    const issued = await latencies(receiver, () => issueAward(healthy.owner, healthy.badgeId));
    const baseline = await latencies(receiver, quietly);
    const slow = await Promise.all(Array.from({ length: 50 }, startSlow));
    for (const [n, { url }] of slow.entries()) await register(homes[n % 3] as Home, url);
    for (const home of homes) await writeEvents(instance, home, 100);
    await waitForCondition('all of them hang', () =>
      slow.every(({ received }) => received.length > 0),
    );
    const beside = await latencies(receiver, quietly);
    process.stdout.write(
      `# healthy receiver, event to receipt: p50 ${p50(baseline)} ms, p99 ${p99(baseline).toFixed(0)} ms alone; ` +
        `p50 ${p50(beside)} ms, p99 ${p99(beside).toFixed(0)} ms beside 50 slow ones\n` +
        `# from POST /awards, its answer included, to the receipt: p50 ${p50(issued)} ms, p99 ${p99(issued).toFixed(0)} ms\n`,
    );
    await instance.stop();
    for (const one of [receiver, ...slow]) await one.close();
  });

  test('odd endpoints: failures are reported, little is stored, memory stays flat [6.4-5 8-12]', async () => {
    const instance = await startInstance({ ...local, WEBHOOK_RETRY_SCHEDULE: '1h' });
    const homes = [await settle(instance)];
    const home = homes[0] as Home;
    const { issue } = await createCertificateAuthority();
    const reset: TcpServer = createServer((socket) => socket.resetAndDestroy());
    await new Promise<void>((resolve) => reset.listen(0, '127.0.0.1', resolve));
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));
    const piece = Buffer.alloc(64 * 1024, 'x');
    const pour =
      (bytes: number): Receiver['answer'] =>
      (_request, response) => {
        response.writeHead(500);
        let sent = 0;
        const more = (): void => {
          while (sent < bytes && !response.destroyed) {
            sent += piece.length;
            if (!response.write(piece)) return void response.once('drain', more);
          }
          response.end();
        };
        more();
      };
    const odd: [string, RegExp, Receiver][] = [
      ['hangs', /no response within 10 s/, await startReceiver(() => {})],
      [
        'redirects',
        /answered 307/,
        await startReceiver(
          (_q, r) => void r.writeHead(307, { location: 'https://127.0.0.1:1' }).end(),
        ),
      ],
      ['100 MB', /answered 500/, await startReceiver(pour(100 * 1024 * 1024))],
      ['endless', /answered 500/, await startReceiver(pour(Number.MAX_SAFE_INTEGER))],
      [
        'gzip bomb',
        /answered 500/,
        await startReceiver(
          (_q, r) => void r.writeHead(500, { 'content-encoding': 'gzip' }).end(bomb),
        ),
      ],
      [
        'asks to wait',
        /answered 429/,
        await startReceiver((_q, r) => void r.writeHead(429, { 'retry-after': '999999' }).end()),
      ],
      [
        'expired',
        /expired/i,
        await startReceiver(undefined, await issue(new Date(Date.now() - 86_400_000))),
      ],
      [
        'huge headers',
        /[Hh]eader/,
        await startReceiver(
          (_q, r) => void r.writeHead(200, { 'x-big': 'y'.repeat(40_000) }).end(),
        ),
      ],
    ];
    const urls: [string, RegExp, string][] = odd.map(([name, error, { url }]) => [
      name,
      error,
      url,
    ]);
    urls.push([
      'resets',
      /reset|closed|disconnected/i,
      `https://127.0.0.1:${(reset.address() as { port: number }).port}`,
    ]);
    const ids = new Map<string, RegExp>();
    for (const [, error, url] of urls) ids.set(await register(home, url), error);
    global.gc?.();
    const before = process.memoryUsage().rss;
    await writeEvents(instance, home, 1);
    let peak = before;
    await waitForCondition('all have failed', async () => {
      peak = Math.max(peak, process.memoryUsage().rss);
      const all = await Promise.all([...ids.keys()].map((id) => webhook(home, id)));
      return all.every(({ failureCount }) => failureCount === 1);
    });
    for (const [id, error] of ids) {
      const [delivery] = (await home.owner.api('GET', `/webhooks/${id}/deliveries`)).body
        .deliveries;
      assert.match(delivery.lastError, error);
      const [attempt] = delivery.attempts;
      assert.ok((attempt.response ?? '').length <= 4_096);
      const wait = (Date.parse(delivery.nextAttemptAt) - Date.now()) / 3_600_000;
      assert.ok(wait <= 2.4, `waits ${wait} h`);
    }
    const growth = (peak - before) / 1024 / 1024;
    process.stdout.write(
      `# ${urls.length} odd receivers (in this process, too): grew by ${growth.toFixed(0)} MiB at most\n`,
    );
    await instance.stop();
    reset.close();
    for (const [, , receiver] of odd) await receiver.close();
  });
});
