// kill -9 while credentials are corrected, of Node alone and with PostgreSQL: each acknowledged
// correction is kept once, with one event, one audit entry and one email, and signed copies of
// earlier editions are revoked. Then corrections race with each other, with an update of the badge,
// and with revoking and erasing. KILLS sets the number of kills, CORRECTED that of people.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeStatusList, readStatus } from '@insignia/openbadges/v3';
import { isAlive } from '../src/platform/db/embedded/postmaster.ts';
import {
  type ApiResponse,
  assertOk,
  createTestClient,
  type SendRequest,
} from '../tests/support/client.ts';
import { createDataDirectory } from '../tests/support/data-directory.ts';
import { findFreePort } from '../tests/support/port.ts';
import { type RunningProcess, readPostmasterPid, startProcess } from '../tests/support/process.ts';
import { openDatabase, prepareAccount } from './prepare.ts';

const people = Number(process.env.CORRECTED ?? 40);
const rounds = 6;
const kills = Number(process.env.KILLS ?? 5);

let path: string;
let remove: () => Promise<void>;
let settings: Record<string, string>;
let running: RunningProcess;
let send: SendRequest;
let badgeId: string;
before(async () => {
  ({ path, remove } = await createDataDirectory());
  settings = {
    ...{ DATA_DIR: path, PORT: String(await findFreePort()), DEFAULT_PLAN: 'unlimited' },
    ...{ LOG_LEVEL: 'error', RATE_LIMIT: 'off' },
  };
  running = await startProcess(settings);
  const account = await prepareAccount(running.url, path);
  ({ badgeId } = account);
  send = createTestClient(running.url, { 'x-api-key': account.key });
});
after(async () => {
  running.child.kill('SIGTERM');
  assert.equal(await running.ended, 0);
  await remove();
});

async function issue(name: string, email: string): Promise<string> {
  const parameters = { badgeId, recipient: { name, email }, issuedOn: '2026-01-31' };
  const { awardId } = assertOk(await send('POST', '/awards', { parameters })).body.info;
  return awardId.split('/').at(-1);
}

type SignedCopy = { credentialStatus: Record<string, string>; credentialSubject: object };
const sign = async (id: string): Promise<SignedCopy> =>
  assertOk(await retry(() => send('GET', `/credentials/${id}/vc`))).body;
type StatusBits = Awaited<ReturnType<typeof decodeStatusList>>;
/** Reads each list once, so it suits only statuses that don't change meanwhile. */
function createStatusReader(): (copy: SignedCopy) => Promise<boolean> {
  const lists = new Map<string, Promise<StatusBits>>();
  const read = async (address: string): Promise<StatusBits> => {
    const list = assertOk(await send('GET', new URL(address).pathname)).body;
    return decodeStatusList(list.credentialSubject.encodedList);
  };
  return async ({ credentialStatus: { statusListCredential = '', statusListIndex } }) => {
    const bits = lists.get(statusListCredential) ?? read(statusListCredential);
    lists.set(statusListCredential, bits);
    return readStatus(await bits, Number(statusListIndex));
  };
}

/** Repeats a request until the service, which may be down, has decided. */
async function retry(request: () => Promise<ApiResponse>): Promise<ApiResponse> {
  for (;;) {
    const answer = await request().catch(() => undefined);
    const isUndecided =
      !answer || answer.status >= 500 || answer.body?.code === 'request_in_progress';
    if (!isUndecided) return answer;
    await sleep(50);
  }
}

async function count(query: string, values: unknown[] = []): Promise<number> {
  const database = await openDatabase(path);
  const { rows } = await database.query(query, values);
  await database.end();
  return rows[0].n;
}

test(`${people * rounds} corrections beside ${kills} kills are kept once each`, async () => {
  const ids: string[] = [];
  for (let n = 0; n < people; n++) ids.push(await issue(`Person ${n}`, `p${n}@example.org`));
  const copies: [string, SignedCopy][] = [];
  let acknowledged = 0;
  const correct = async (n: number) => {
    const id = ids[n] ?? '';
    for (let round = 1; round <= rounds; round++) {
      copies.push([id, await sign(id)]);
      const recipient = { name: `Person ${n} ${round}`, email: `p${n}-${round}@example.org` };
      const body = { parameters: { recipient, notify: true } };
      const once = { 'idempotency-key': `${id} ${round}`.replaceAll(' ', '-') };
      const answer = await retry(() => send('PUT', `/awards/${id}`, body, once));
      assert.equal(assertOk(answer).body.info.edition, round + 1);
      acknowledged += 1;
    }
  };
  const lanes = [0, 1, 2, 3].map(async (lane) => {
    for (let n = lane; n < people; n += 4) await correct(n);
  });
  const killedAt: number[] = [];
  const killing = (async () => {
    for (let turn = 1; turn <= kills; turn++) {
      const minimum = (people * rounds * turn) / (kills + 1);
      while (acknowledged < minimum) await sleep(2);
      const postmaster = await readPostmasterPid(path);
      running.child.kill('SIGKILL');
      if (turn % 2) process.kill(postmaster, 'SIGKILL');
      await running.ended;
      if (turn % 2) while (isAlive(postmaster)) await sleep(10);
      killedAt.push(acknowledged);
      running = await startProcess(settings);
    }
  })();
  await Promise.all([...lanes, killing]);
  const total = people * rounds;
  assert.equal(acknowledged, total);
  for (const query of [
    'select sum(corrections)::int n from credentials',
    "select count(*)::int n from credential_editions where action = 'corrected'",
    "select count(*)::int n from events where type = 'credential.corrected'",
    "select count(*)::int n from audit_log where action = 'correctAward'",
  ])
    assert.equal(await count(query), total, query);
  // A correction withdraws an email that is still queued for the earlier address.
  const mails = await count("select count(*)::int n from mails where kind = 'credential'");
  assert.equal(
    await count("select count(distinct recipient)::int n from mails where kind = 'credential'"),
    mails,
  );
  assert.equal(
    await count(`select count(*)::int n from credentials c join mails m on m.credential_id = c.id
      and m.recipient = c.recipient_email and m.kind = 'credential'`),
    people,
  );
  while ((await count("select count(*)::int n from mails where state = 'queued'")) > 0)
    await sleep(50);
  const isRevoked = createStatusReader();
  for (const [n, id] of ids.entries()) {
    const current = await sign(id);
    assert.match(JSON.stringify(current.credentialSubject), new RegExp(`"Person ${n} ${rounds}"`));
    assert.equal(await isRevoked(current), false);
  }
  for (const [id, copy] of copies) assert.equal(await isRevoked(copy), true, id);
  process.stdout.write(
    `# killed after ${killedAt.join(', ')} corrections: ${total} acknowledged, 0 lost, 0 doubled, ${mails} emails, ${copies.length} earlier copies revoked\n`,
  );
});

test('corrections of one person race with each other, an update, revoking and erasing, and none is lost or doubled', async () => {
  const email = 'race@example.org';
  const ids: string[] = [];
  for (let n = 0; n < 60; n++) ids.push(await issue('Racing Person', email));
  const copies: [string, SignedCopy][] = [];
  const { recipientId } = assertOk(await send('GET', `/awards/${ids[0]}`)).body.info;
  let corrected = 0;
  let conflicts = 0;
  const seen = new Set<number>();
  const note = (answer: ApiResponse): ApiResponse => {
    seen.add(answer.status);
    return answer;
  };
  const correctAll = async (n: number) => {
    const parameters = { name: `Racing Person ${n}` };
    const answer = note(await send('PUT', `/recipients/${recipientId}`, { parameters }));
    if (answer.status === 200) corrected += answer.body.info.corrected;
  };
  const correctOne = async (id: string, n: number) => {
    const read = await send('GET', `/awards/${id}`);
    const headers = { 'if-match': read.headers.get('etag') ?? '' };
    const parameters = { narrative: `Corrected ${n}` };
    const answer = note(await send('PUT', `/awards/${id}`, { parameters }, headers));
    if (answer.status === 200) corrected += 1;
    if (answer.status === 412) conflicts += 1;
  };
  const work: (() => Promise<unknown>)[] = ids.flatMap((id, n) => [
    () => correctOne(id, n),
    async () => copies.push([id, await sign(id)]),
    ...(n % 10 === 0 ? [() => correctAll(n)] : []),
    ...(n % 6 === 1 ? [async () => note(await send('POST', `/awards/${id}/revoke`, {}))] : []),
    ...(n % 6 === 2 ? [async () => note(await send('DELETE', `/awards/${id}`))] : []),
    ...(n % 20 === 5
      ? [
          async () => {
            const parameters = { name: `Badge ${n}`, applyToIssued: true };
            assertOk(await send('PUT', `/badges/${badgeId}`, { parameters }));
          },
        ]
      : []),
  ]);
  const order = work.map((_, n) => (n * 37) % work.length);
  assert.equal(new Set(order).size, work.length);
  let next = 0;
  const lane = async () => {
    while (next < order.length) await work[order[next++] ?? 0]?.().catch(ignoreErased);
  };
  await Promise.all([0, 1, 2, 3, 4, 5].map(lane));
  const ended = async () =>
    (await count('select count(*)::int n from bulk_jobs where finished_at is null')) === 0;
  while (!(await ended())) await sleep(100);
  assert.deepEqual(
    [...seen].filter((status) => ![200, 404, 409, 412].includes(status)),
    [],
  );
  const left = ids.filter((_, n) => n % 6 !== 2);
  const values = [left];
  const stored = await count(
    "select count(*)::int n from credential_editions where action = 'corrected' and credential_id = any($1)",
    values,
  );
  const counted = await count(
    'select sum(corrections)::int n from credentials where id = any($1)',
    values,
  );
  assert.equal(stored, counted);
  assert.ok(stored <= corrected, `${stored} of ${corrected}`);
  assert.equal(
    await count(
      `select count(*)::int n from (select credential_id from credential_editions where credential_id = any($1)
        group by credential_id having max(number) <> count(*)) gaps`,
      values,
    ),
    0,
  );
  // Signing sets the bit of a revoked credential in its list, and each list is read once.
  const signed: [string, SignedCopy][] = [];
  for (const id of left) signed.push([id, await sign(id)]);
  const isRevoked = createStatusReader();
  for (const [id, current] of signed) {
    const isGone = ids.indexOf(id) % 6 === 1;
    assert.equal(await isRevoked(current), isGone);
    for (const [, copy] of copies.filter(([of]) => of === id)) {
      const isCurrent = JSON.stringify(copy) === JSON.stringify(current);
      assert.equal(await isRevoked(copy), isGone || !isCurrent, id);
    }
  }
  process.stdout.write(
    `# ${corrected} corrections acknowledged, ${conflicts} refused with 412, ${left.length} credentials consistent, ${copies.length} signed copies checked\n`,
  );
});

/** An erased credential has no signed copy. */
function ignoreErased(error: Error): void {
  assert.match(error.message, /^410/);
}
