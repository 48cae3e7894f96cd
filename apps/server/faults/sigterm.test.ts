// SIGTERM while 500 requests are in flight: each request is answered, and no connection is reset.
// Later clients are refused. ROUNDS sets the number of repetitions.
import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertOk, createTestClient } from '../tests/support/client.ts';
import { createDatabase } from '../tests/support/database.ts';
import { createAwardBodyFor, idFromUrl } from '../tests/support/people.ts';
import { findFreePort } from '../tests/support/port.ts';
import { createTemporaryDirectory, startProcess } from '../tests/support/process.ts';
import { prepareAccount } from './prepare.ts';

const rounds = Number(process.env.ROUNDS ?? 3);
const inFlight = 500;

let settings: Record<string, string>;
let key: string;
let badgeId: string;
let awardId: string;
const cleanups: (() => Promise<unknown>)[] = [];
before(async () => {
  const [{ path, remove }, database] = [await createTemporaryDirectory(), await createDatabase()];
  cleanups.push(remove, database.drop);
  settings = {
    ...{ DATABASE_URL: database.url, SECRET: 'a secret of the tests, long enough' },
    ...{ DATA_DIR: path, PORT: String(await findFreePort()), DEFAULT_PLAN: 'unlimited' },
    LOG_LEVEL: 'error',
  };
  const running = await startProcess(settings);
  ({ key, badgeId } = await prepareAccount(running.url, path));
  const send = createTestClient(running.url, { 'x-api-key': key });
  awardId = idFromUrl(
    assertOk(await send('POST', '/awards', createAwardBodyFor(badgeId))).body.info.awardId,
  );
  running.child.kill('SIGTERM');
  assert.equal(await running.ended, 0);
});
after(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

type Outcome = number | string;

/** Returns the status, or the code of the connection error. */
function ask(agent: Agent, port: string, path: string, body?: string): Promise<Outcome> {
  return new Promise((resolve) => {
    const headers = {
      ...{ 'x-api-key': key, accept: 'application/json' },
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const method = body === undefined ? 'GET' : 'POST';
    const outgoing = request(
      { agent, host: '127.0.0.1', port, path, method, headers },
      (answer) => {
        answer.resume();
        answer.once('end', () => resolve(answer.statusCode ?? 0));
        answer.once('error', ({ code }: NodeJS.ErrnoException) => resolve(`answer ${code}`));
      },
    );
    outgoing.once('error', ({ code, message }: NodeJS.ErrnoException) => resolve(code ?? message));
    outgoing.end(body);
  });
}

async function terminateUnderLoad(processes: string): Promise<Map<Outcome, number>> {
  const running = await startProcess({ ...settings, PROCESSES: processes });
  // With several processes, others may still be starting when the first one answers.
  while (!/Insignia is ready/.test(running.output())) await sleep(10);
  const agent = new Agent({ keepAlive: true, maxSockets: inFlight });
  const { PORT = '' } = settings;
  const outcomes = new Map<Outcome, number>();
  const statuses = new Set<number>();
  const award = JSON.stringify(createAwardBodyFor(badgeId));
  // Each client sends one request after the other on its own connection, until it is refused.
  const clients = Array.from({ length: inFlight }, async (_, n) => {
    for (let outcome: Outcome = 200; typeof outcome === 'number'; ) {
      outcome =
        n % 20 === 0
          ? await ask(agent, PORT, '/awards', award)
          : await ask(agent, PORT, `/certify-badge/award/${awardId}`);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      if (typeof outcome === 'number') statuses.add(n);
    }
  });
  while (statuses.size < inFlight) await sleep(10);
  running.child.kill('SIGTERM');
  const code = await running.ended;
  await Promise.all(clients);
  agent.destroy();
  assert.equal(code, 0, running.output());
  return outcomes;
}

for (const processes of ['1', '2'])
  test(`SIGTERM with ${inFlight} requests in flight, ${processes} process(es), ${rounds} times: no connection is reset`, async () => {
    for (let round = 0; round < rounds; round++) {
      const outcomes = await terminateUnderLoad(processes);
      const summary = JSON.stringify([...outcomes]);
      process.stdout.write(`# SIGTERM with ${inFlight} in flight: ${summary}\n`);
      assert.equal(outcomes.get('ECONNREFUSED'), inFlight, summary);
      // A machine too slow for this many requests answers 503.
      for (const outcome of outcomes.keys())
        assert.ok([200, 503, 'ECONNREFUSED'].includes(outcome), summary);
    }
  });
