// A mail server that refuses, defers, hangs after DATA or is away: nothing is lost, each message
// keeps its Message-ID, and credential.delivered follows only a 250.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Instance, startInstance } from '../tests/support/instance.ts';
import { type Mailbox, startMailbox } from '../tests/support/mailbox.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
} from '../tests/support/people.ts';
import { findFreePort } from '../tests/support/port.ts';
import { createTemporaryDirectory, launch } from '../tests/support/process.ts';
import { waitForCondition } from '../tests/support/wait-for-condition.ts';

const awaySeconds = Number(process.env.AWAY_SECONDS ?? 15);

/** Returns the milliseconds until the condition is met. */
async function timeUntil(what: string, check: () => Promise<boolean>): Promise<number> {
  const startedAt = Date.now();
  await waitForCondition(what, check);
  return Date.now() - startedAt;
}

function testOneServer(): void {
  let port: number;
  let mailbox: Mailbox;
  let instance: Instance;
  let owner: Owner;
  let awardId: string;
  before(async () => {
    port = await findFreePort();
    mailbox = await startMailbox(port);
    instance = await startInstance({ SMTP_URL: `smtp://127.0.0.1:${port}` });
    owner = await createOwner({ ...instance, mailbox });
    awardId = await issueAward(owner, await createBadge(owner, await createIssuer(owner)));
  });
  after(async () => {
    await instance.stop();
    await mailbox.close();
  });

  const send = async (email: string): Promise<void> => {
    await owner.insignia.credentials.send({ awardId, email });
  };
  const count = async (query: ReturnType<typeof sql<{ n: number }>>): Promise<number> =>
    (await query.execute(instance.db)).rows[0]?.n ?? 0;
  const delivered = () =>
    count(sql`select count(*)::int n from events where type = 'credential.delivered'`);
  const inState = (state: string, tag: string) =>
    count(
      sql`select count(*)::int n from mails where state = ${state} and recipient like ${`${tag}%`}`,
    );

  test(`a mail server outage of ${awaySeconds} s causes no lost or duplicate emails`, async () => {
    const before = await delivered();
    await mailbox.close();
    for (let n = 0; n < 20; n++) await send(`away-${n}@example.org`);
    await sleep(awaySeconds * 1_000);
    assert.equal(await inState('queued', 'away-'), 20);
    assert.equal(await delivered(), before);
    mailbox = await startMailbox(port);
    const took = await timeUntil('all sent', async () => (await inState('sent', 'away-')) === 20);
    const to = mailbox.received.flatMap((mail) => mail.to);
    assert.deepEqual([to.length, new Set(to).size], [20, 20]);
    assert.equal(await delivered(), before + 20);
    process.stdout.write(
      `# mail server away ${awaySeconds} s: 20 of 20 sent once, ${took} ms after its return\n`,
    );
  });

  test('a deferred email arrives later, once, and a refused email bounces', async () => {
    const before = await delivered();
    mailbox.refuse({ code: 421, message: 'too busy' });
    for (let n = 0; n < 10; n++) await send(`busy-${n}@example.org`);
    mailbox.unknown.add('nobody-0@example.org');
    await send('nobody-0@example.org');
    await waitForCondition('bounced', async () => (await inState('bounced', 'nobody-')) === 1);
    assert.equal(await delivered(), before);
    mailbox.refuse(undefined);
    await waitForCondition('all sent', async () => (await inState('sent', 'busy-')) === 10);
    assert.equal(mailbox.received.filter(({ to }) => to[0]?.startsWith('busy-')).length, 10);
    assert.equal(await delivered(), before + 10);
  });

  test('a server that hangs after DATA gets the same message again, which counts as delivered only after 250', async () => {
    const before = await delivered();
    mailbox.refuse('hang');
    await send('hangs@example.org');
    await waitForCondition('one attempt failed', async () => {
      const failed = await count(
        sql`select count(*)::int n from mails where recipient = 'hangs@example.org' and attempts = 1 and state = 'queued'`,
      );
      return failed === 1;
    });
    assert.equal(await delivered(), before);
    mailbox.refuse(undefined);
    const { mail } = await mailbox.waitFor('hangs@example.org');
    const { rows } = await sql<{
      id: string;
    }>`select id from mails where recipient = 'hangs@example.org'`.execute(instance.db);
    assert.ok(mail.messageId?.includes(rows[0]?.id ?? 'none'), 'the Message-ID is the mail’s own');
    await waitForCondition('told', async () => (await delivered()) === before + 1);
  });
}

function testKilledWorker(): void {
  test('an email that a killed worker was sending is sent by another with the same Message-ID', async (t) => {
    const api = await startInstance({ ROLE: 'api' });
    const { path, remove } = await createTemporaryDirectory();
    t.after(async () => {
      await api.stop();
      await remove();
    });
    const settings = {
      ...{ ROLE: 'worker', DATA_DIR: path, DATABASE_URL: api.databaseUrl, BASE_URL: api.url },
      ...{ SECRET: 'a secret of the tests, long enough', LOG_LEVEL: 'error' },
      ...{ SMTP_URL: api.mailbox.url, MAIL_FROM: 'insignia@example.org' },
    };
    let workers = [await launch(settings)];
    const home = await createOwner(api);
    const award = await issueAward(home, await createBadge(home, await createIssuer(home)));
    const texts: string[] = [];
    api.mailbox.hold = (address) => {
      if (address !== 'held@example.org') return undefined;
      texts.push(address);
      // Never answers the first one: its sender dies first.
      return texts.length === 1 ? new Promise(() => {}) : undefined;
    };
    const parameters = { email: 'held@example.org' };
    await home.insignia.credentials.send({ awardId: award, ...parameters });
    await waitForCondition('it is being sent', () => texts.length === 1);
    workers = [...workers, await launch(settings)];
    const killed = performance.now();
    workers[0]?.child.kill('SIGKILL');
    const { mail } = await api.mailbox.waitFor('held@example.org');
    const seconds = (performance.now() - killed) / 1_000;
    const { rows } = await sql<{ id: string }>`
    select id from mails where recipient = 'held@example.org'`.execute(api.db);
    assert.ok(mail.messageId?.includes(rows[0]?.id ?? 'none'));
    assert.equal(texts.length, 2);
    workers[1]?.child.kill('SIGTERM');
    await workers[1]?.ended;
    process.stdout.write(
      `# a mail that a killed worker was sending: another sent it after ${seconds.toFixed(1)} s\n`,
    );
  });
}

function testStarvedPool(): void {
  test('400 emails during repeated pool starvation are each sent and recorded once', async (t) => {
    const api = await startInstance({ ROLE: 'api' });
    let worker: Instance | undefined;
    t.after(async () => {
      await worker?.stop();
      await api.stop();
    });
    const startMailing = (pool: string): Promise<Instance> => {
      const database = new URL(api.databaseUrl);
      database.searchParams.set('pool', pool);
      return startInstance({
        ROLE: 'worker',
        DATABASE_URL: database.href,
        BASE_URL: api.url,
        SMTP_URL: api.mailbox.url,
      });
    };
    const first = await startMailing('5');
    const home = await createOwner(api, 'pro').finally(() => first.stop());
    const award = await issueAward(home, await createBadge(home, await createIssuer(home)));
    const address = (n: number): string => `starved-${n}@example.org`;
    for (let n = 0; n < 400; n++)
      await home.insignia.credentials.send({ awardId: award, email: address(n) });
    const starved = await startMailing('3');
    worker = starved;
    const arrived = (): string[] =>
      api.mailbox.received.flatMap(({ to }) => to).filter((to) => to.startsWith('starved-'));
    // Longer than the connection timeout (3 s).
    const starve = (): Promise<unknown> =>
      Promise.all(
        Array.from({ length: 3 }, () =>
          sql`select pg_sleep(4)`.execute(starved.db).catch(() => {}),
        ),
      );
    for (const share of [50, 150, 250]) {
      await waitForCondition(`${share} arrived`, async () => arrived().length >= share);
      await starve();
    }
    const states = async () =>
      (
        await sql<{ state: string; n: number }>`
        select state, count(*)::int as n from mails where kind = 'credential' group by 1`.execute(
          api.db,
        )
      ).rows;
    await waitForCondition('all recorded', async () => (await states())[0]?.n === 400);
    // Failures would be retried after 5 s.
    await sleep(8_000);
    assert.deepEqual(await states(), [{ state: 'sent', n: 400 }]);
    const { rows } = await sql`select 1 from events where type = 'credential.delivered'`.execute(
      api.db,
    );
    const twice = arrived().length - new Set(arrived()).size;
    process.stdout.write(`# starved pool: ${arrived().length} sends to 400, ${twice} twice\n`);
    assert.deepEqual([arrived().length, twice, rows.length], [400, 0, 400]);
  });
}

// They wait more than they work.
describe('mail', { concurrency: 3 }, () => {
  describe('one mail server', { concurrency: 1 }, testOneServer);
  testKilledWorker();
  testStarvedPool();
});
