// Functions and files of ours that one POST /awards executes: npm run measure:request.
// Counts every function, also callbacks and hooks, and beside it only those that have a name of their
// own: V8 derives names such as `z.string.refine.error` for anonymous functions that are arguments.
// Periodic work runs in the same process, so only what every request executed counts. The worker that
// looks for deliveries of the event is no part of the request, and counts by itself.
import { once } from 'node:events';
import { request } from 'node:http';
import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startInstance } from '../apps/server/tests/support/instance.ts';
import {
  createAwardBodyFor,
  createBadge,
  createIssuer,
  createOwner,
} from '../apps/server/tests/support/people.ts';

const WARM_UPS = 200;
const REQUESTS = 20;
const isOfWorker = (name: string): boolean =>
  /\/features\/webhooks\/|\/work-signals\.ts rest:/.test(name);
const ours = /^(?:apps\/server|packages\/[\w-]+)\/src\//;

/** True for a function that its declaration, method or variable names. */
function isNamed(line: string): boolean {
  const name = line.slice(line.indexOf(' ') + 1, line.lastIndexOf(':'));
  return /^#?[\w$]+$/.test(name);
}

/** Executed functions as `file name:offset`, since the last call. */
async function takeFunctions(session: Session): Promise<Set<string>> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const executed = new Set<string>();
  for (const { url, functions } of result) {
    if (!url.startsWith('file:')) continue;
    const file = relative('.', fileURLToPath(url));
    if (!ours.test(file)) continue;
    for (const { functionName, ranges } of functions)
      if (ranges[0]?.count) executed.add(`${file} ${functionName}:${ranges[0].startOffset}`);
  }
  return executed;
}

test('functions and files of POST /awards', async () => {
  const instance = await startInstance({ RATE_LIMIT: '100000', DEFAULT_PLAN: 'unlimited' });
  const session = new Session();
  session.connect();
  try {
    const owner = await createOwner(instance);
    const badgeId = await createBadge(owner, await createIssuer(owner));
    const body = JSON.stringify(createAwardBodyFor(badgeId));
    const headers = { 'x-api-key': owner.key, 'content-type': 'application/json' };
    const issue = async () => {
      // Tests compare each response of `fetch` with the contract, in functions of ours.
      const sent = request(`${instance.url}/awards`, { method: 'POST', headers }).end(body);
      const [response] = await once(sent, 'response');
      const answer = await text(response);
      if (response.statusCode !== 200) throw new Error(answer);
    };
    for (let n = 0; n < WARM_UPS; n += 1) await issue();
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    let executed: Set<string> | undefined;
    for (let n = 0; n < REQUESTS; n += 1) {
      await takeFunctions(session);
      await issue();
      const now = await takeFunctions(session);
      executed = executed?.intersection(now) ?? now;
    }
    const names = [...(executed ?? [])].sort();
    const own = names.filter((name) => !isOfWorker(name));
    const files = new Set(own.map((name) => name.split(' ')[0]));
    console.log(names.join('\n'));
    console.log(`POST /awards: ${own.length} functions in ${files.size} files`);
    console.log(`Named functions only, without anonymous callbacks: ${own.filter(isNamed).length}`);
    console.log(`Functions of the worker that it wakes: ${names.length - own.length}`);
  } finally {
    session.disconnect();
    await instance.stop();
  }
});
