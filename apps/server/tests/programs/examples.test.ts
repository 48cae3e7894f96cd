import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { exampleIds, type Operation, operations, successStatus } from '@insignia/contract';
import { assertOk, createTestClient } from '../support/client.ts';
import { sendExample } from '../support/example-request.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import type { Owner } from '../support/people.ts';
import {
  createAdaWorld,
  preparations,
  type Replacements,
  readMailedToken,
  sampleTokens,
  signAdaIn,
  startExampleDns,
  stopExampleDns,
} from '../support/sample-user.ts';
import { compile, root } from '../support/sdk/packed-package.ts';

let instance: Instance;
let ada: Owner;
let world: Replacements = {};
let samples: Map<string, Sample>;
before(async () => {
  instance = await startInstance({
    MAIL_BOUNCE_TOKEN: sampleTokens.confirm,
    VERIFY_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32',
    DNS_SERVERS: await startExampleDns(),
  });
  const { paths } = assertOk(await createTestClient(instance.url)('GET', '/openapi.json')).body;
  const described = Object.values<Record<string, DescribedOperation>>(paths).flatMap((methods) =>
    Object.values(methods),
  );
  samples = new Map(
    described.map((one) => [
      one.operationId,
      {
        source: one['x-codeSamples']?.[0]?.source,
        reply:
          one.responses[successStatus(of(one.operationId))]?.content?.['application/json']?.example,
      },
    ]),
  );
});
after(async () => {
  stopExampleDns();
  await instance.stop();
});

type Sample = { source: string | undefined; reply: unknown };
type DescribedOperation = {
  operationId: string;
  'x-codeSamples'?: { source: string }[];
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>;
};
const of = (id: string): Operation => operations[id as keyof typeof operations];

/** Free member names: networks, headers, keys, designs, and the emails and languages that have a template. */
const free = /\.(shares|headers|keys|design|templates|inherited)$/;

/** Structural differences. Null matches anything. */
function differences(example: unknown, real: unknown, path = ''): string[] {
  if (example === null || real === null) return [];
  if (typeof example !== typeof real || Array.isArray(example) !== Array.isArray(real))
    return [`${path}: ${typeof example} in the example, ${typeof real} in truth`];
  if (Array.isArray(example) && Array.isArray(real))
    return example.length > 0 && real.length > 0
      ? differences(example[0], real[0], `${path}[]`)
      : [];
  if (typeof example !== 'object' || free.test(path)) return [];
  const [a, b] = [example as Record<string, unknown>, real as Record<string, unknown>];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((name) => {
    if (!(name in a)) return [`${path}.${name}: not in the example`];
    if (!(name in b)) return [`${path}.${name}: only in the example`];
    return differences(a[name], b[name], `${path}.${name}`);
  });
}

async function holds(id: string, more: Replacements = {}): Promise<void> {
  const { status, text } = await sendExample(of(id), instance.url, ada, { ...world, ...more });
  assert.equal(status, successStatus(of(id)), `${id}: ${text.slice(0, 500)}`);
  const { reply } = samples.get(id) ?? {};
  if (reply === undefined) return;
  const real = JSON.parse(text);
  (of(id).reply ?? of(id).answers)?.parse(of(id).envelope ? real.info : real);
  assert.deepEqual(differences(reply, real), [], id);
}

const first = ['signUp', 'confirmEmail', 'requestPasswordReset', 'resetPassword', 'signIn'];
/** They end what other examples need. */
const last = [
  'unsubscribe',
  'changePassword',
  'revokeOtherSessions',
  'deleteAccount',
  'deleteMe',
  'signOut',
];

test('every example request is answered as the reference shows it', async (t) => {
  await t.test('a person signs up, confirms, resets the password and signs in', async () => {
    await holds('signUp');
    const token = await readMailedToken(instance, /Confirm/, '/confirm-email');
    await holds('confirmEmail', { [sampleTokens.confirm]: token });
    await holds('requestPasswordReset');
    const reset = await readMailedToken(instance, /[Rr]eset/, '/reset-password');
    await holds('resetPassword', { [sampleTokens.reset]: reset });
    await holds('signIn');
    ada = await signAdaIn(instance);
    world = await createAdaWorld(ada);
  });
  const others = Object.keys(operations).filter((id) => !first.includes(id) && !last.includes(id));
  const reads = others.filter((id) => of(id).method === 'GET');
  const writes = others.filter((id) => of(id).method !== 'GET');
  for (const id of [...reads, ...writes, ...last])
    await t.test(id, async () => {
      await holds(id, await preparations[id]?.(instance, ada, world));
    });
});

test('every request body and every response has an example', () => {
  const without = Object.entries<Operation>(operations).filter(
    ([, { body, reply, answers, examples }]) =>
      (body && examples?.body === undefined) ||
      ((reply || answers) && examples?.reply === undefined),
  );
  assert.deepEqual(
    without.map(([id]) => id),
    [],
  );
});

test('every id in the samples is one of the example ids', () => {
  const known = Object.values(exampleIds).join(' ');
  const all = JSON.stringify([...samples.values()]);
  const ids = new Set(all.match(/01a1ff35-a000-7000-8000-\d{12}/g));
  assert.deepEqual(
    [...ids].filter((id) => !known.includes(id)),
    [],
  );
});

test('every sample of the SDK compiles strictly against it', async () => {
  // Inside the repository, so that the SDK resolves.
  const place = join(root, 'apps/server/node_modules/.cache', `samples-${process.pid}`);
  await mkdir(place, { recursive: true });
  const withMethod = Object.values<Operation>(operations).filter(
    ({ noun }) => typeof noun === 'string',
  );
  for (const { id } of withMethod)
    await writeFile(join(place, `${id}.js`), `${samples.get(id)?.source}\nexport {};\n`);
  const { compilerOptions } = JSON.parse(await readFile(join(root, 'tsconfig.json'), 'utf8'));
  const checking = {
    ...compilerOptions,
    allowJs: true,
    checkJs: true,
    typeRoots: [join(root, 'node_modules/@types')],
  };
  await writeFile(
    join(place, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: checking, include: ['*.js'] }),
  );
  await writeFile(join(place, 'package.json'), '{"type":"module"}');
  await compile(place, { resolve: join(root, 'package.json'), options: ['-p', '.'] });
  await rm(place, { recursive: true });
});
