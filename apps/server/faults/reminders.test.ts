// Reminders under kill -9, with several workers: each credential gets one email, one row and one
// job per window. REMINDED and REMINDER_KILLS set the numbers.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { startInstance } from '../tests/support/instance.ts';
import { createBadge, createIssuer, createOwner } from '../tests/support/people.ts';
import { reminderChore, rewindReminders, runReminderChore } from '../tests/support/reminders.ts';
import { waitForCondition } from '../tests/support/wait-for-condition.ts';

const reminded = Number(process.env.REMINDED ?? 1_500);
const kills = Number(process.env.REMINDER_KILLS ?? 20);
const workers = 3;

const source = (file: string): string => JSON.stringify(new URL(`../src/${file}`, import.meta.url));
/** A worker that scans without pauses, so that kills meet it at work. */
const program = `
  const { connect } = await import(${source('platform/db/index.ts')});
  const { collectWork } = await import(${source('platform/jobs/index.ts')});
  const { createUrls } = await import(${source('kernel/urls.ts')});
  const { registerRemindersWork } = await import(${source('features/reminders/index.ts')});
  const { db } = connect(process.env.DATABASE_URL, () => {});
  const deps = { clock: () => new Date(), urls: createUrls('https://badges.example') };
  const { chores } = collectWork((work) => registerRemindersWork(work, deps));
  const chore = chores.find(({ name }) => name === 'reminders 30 days before');
  process.stdout.write('ready');
  for (;;)
    try {
      await db.write((trx) => chore.run(trx));
    } catch (error) {
      process.stderr.write(error.message);
    }
`;

async function startWorker(databaseUrl: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  return child;
}

test(`${kills} kills of ${workers} workers that remind: each recipient gets one email`, {
  timeout: 900_000,
}, async () => {
  const instance = await startInstance();
  const { db, mailbox } = instance;
  const owner = await createOwner(instance, 'unlimited');
  const badgeId = await createBadge(owner, await createIssuer(owner));
  await owner.insignia.badges.setReminders({ badgeId, enabled: true });
  // Their ends come within the window one after the other, while workers are killed.
  await sql`insert into credentials (id, account_id, badge_id, badge_version, recipient_name, recipient_email, name_search, email_search, issued_on, expires, created_at)
    select uuid7_at(at => now()), ${owner.accountId}, ${badgeId}, b.version, 'Ada', 'reminded-' || n || '@example.org', 'ada',
      'reminded-' || n || '@example.org', now() - interval '60 days', now() + interval '720 hours' + make_interval(secs => n * ${(1.5 * kills) / reminded}::float8), now() - interval '60 days'
    from badges b, generate_series(1, ${reminded}) n where b.id = ${badgeId}`.execute(db);
  await rewindReminders(db, 30);
  const running = await Promise.all(
    Array.from({ length: workers }, () => startWorker(instance.databaseUrl)),
  );
  for (let kill = 0; kill < kills; kill++) {
    await sleep(Math.random() * 1_500);
    const at = kill % workers;
    running[at]?.kill('SIGKILL');
    running[at] = await startWorker(instance.databaseUrl);
  }
  const countRows = async (query: ReturnType<typeof sql<{ n: number }>>) =>
    (await query.execute(db)).rows[0]?.n ?? 0;
  await waitForCondition('all are in the window', async () => {
    const left = await countRows(
      sql`select count(*)::int as n from credentials where expires > now() + interval '720 hours'`,
    );
    return left === 0;
  });
  for (const child of running) child.kill('SIGKILL');
  await runReminderChore(instance, reminderChore(30));
  assert.equal(await countRows(sql`select count(*)::int as n from reminders`), reminded);
  const mails = sql<{ n: number }>`
    select count(*)::int as n from mails where kind = 'reminder' and account_id = ${owner.accountId}`;
  assert.equal(await countRows(mails), reminded);
  const isReminder = ({ to }: { to: string[] }) => to[0]?.startsWith('reminded-') === true;
  await waitForCondition(
    'all are sent',
    () => mailbox.received.filter(isReminder).length >= reminded,
  );
  const addresses = mailbox.received.filter(isReminder).flatMap(({ to }) => to);
  assert.deepEqual([addresses.length, new Set(addresses).size], [reminded, reminded]);
  await instance.stop();
  process.stdout.write(
    `# kill -9 ${kills} times of ${workers} workers: ${reminded} reminders queued and sent, 0 lost, 0 doubled\n`,
  );
});
