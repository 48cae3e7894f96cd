// A mail server that refuses, defers, hangs after DATA or is away: nothing is lost, each message keeps its Message-ID,
// and credential.delivered comes only after the server's 250.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { assertOk } from '../tests/support/client.ts';
import { type Instance, startInstance } from '../tests/support/instance.ts';
import { type Mailbox, startMailbox } from '../tests/support/mailbox.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
} from '../tests/support/people.ts';
import { freePort } from '../tests/support/port.ts';

let port: number;
let mailbox: Mailbox;
let instance: Instance;
let owner: Owner;
let awardId: string;
before(async () => {
  port = await freePort();
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
  assertOk(await owner.api('POST', `/awards/${awardId}/send`, { parameters: { email } }));
};
const count = async (query: ReturnType<typeof sql<{ n: number }>>): Promise<number> =>
  (await query.execute(instance.db)).rows[0]?.n ?? 0;
const delivered = () =>
  count(sql`select count(*)::int n from events where type = 'credential.delivered'`);
const inState = (state: string, tag: string) =>
  count(
    sql`select count(*)::int n from mails where state = ${state} and recipient like ${`${tag}%`}`,
  );

async function within(
  seconds: number,
  what: string,
  check: () => Promise<boolean>,
): Promise<number> {
  const began = Date.now();
  for (; Date.now() < began + seconds * 1_000; await sleep(100))
    if (await check()) return Date.now() - began;
  return assert.fail(`not within ${seconds} s: ${what}`);
}

test('a mail server that is away for 15 s loses and doubles nothing', async () => {
  const before = await delivered();
  await mailbox.close();
  for (let n = 0; n < 20; n++) await send(`away-${n}@example.org`);
  await sleep(15_000);
  assert.equal(await inState('queued', 'away-'), 20);
  assert.equal(await delivered(), before);
  mailbox = await startMailbox(port);
  const took = await within(60, 'all sent', async () => (await inState('sent', 'away-')) === 20);
  const to = mailbox.received.flatMap((mail) => mail.to);
  assert.deepEqual([to.length, new Set(to).size], [20, 20]);
  assert.equal(await delivered(), before + 20);
  process.stdout.write(
    `# mail server away 15 s: 20 of 20 sent once, ${took} ms after its return\n`,
  );
});

test('what is deferred comes later, once; what is refused bounces', async () => {
  const before = await delivered();
  mailbox.refuse({ code: 421, message: 'too busy' });
  for (let n = 0; n < 10; n++) await send(`busy-${n}@example.org`);
  mailbox.unknown.add('nobody-0@example.org');
  await send('nobody-0@example.org');
  await within(10, 'bounced', async () => (await inState('bounced', 'nobody-')) === 1);
  assert.equal(await delivered(), before);
  mailbox.refuse(undefined);
  await within(30, 'all sent', async () => (await inState('sent', 'busy-')) === 10);
  assert.equal(mailbox.received.filter(({ to }) => to[0]?.startsWith('busy-')).length, 10);
  assert.equal(await delivered(), before + 10);
});

test('a server that hangs after DATA gets the same message again, and nothing counts as delivered before its 250', async () => {
  const before = await delivered();
  mailbox.refuse('hang');
  await send('hangs@example.org');
  await within(50, 'one attempt failed', async () => {
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
  await within(5, 'told', async () => (await delivered()) === before + 1);
});
