// Eight clients send only the most expensive documents, while a ninth verifies an ordinary
// credential.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { generateKey, importEd25519Signer } from '@insignia/openbadges/v3';
import { type Any, createNestedProfile, server, signWith } from '../tests/support/forgers/world.ts';
import { type Instance, startInstance } from '../tests/support/instance.ts';

/** In milliseconds. A machine five times slower needs five times as many. */
const reach = 1_000;
const slowest = 5;
const clients = 8;
const requestsPerClient = 3;

let instance: Instance;
before(async () => {
  instance = await startInstance({ TRUST_PROXY: '127.0.0.1/32', TOPOLOGY: 'one' });
});
after(async () => {
  await instance.stop();
  await server.close();
});

/** Signed by a key that is its own issuer, so that nothing has to be fetched. */
async function signedByKey(): Promise<Any> {
  const key = await generateKey('Ed25519');
  const did = `did:key:${key.publicKeyMultibase}`;
  const signer = await importEd25519Signer(key.pkcs8, `${did}#${key.publicKeyMultibase}`);
  return signWith({ issuer: { id: did, name: 'Bare key' } }, signer);
}

const profile = (name: string): Any => ({ type: ['Profile'], name });
/**
 * Few and many blank nodes that are hard to distinguish, and a document with the maximum number of
 * members.
 */
const expensive: Any[] = [
  createNestedProfile(8),
  Array.from({ length: 400 }, () => ({ ...profile('x'), parentOrg: profile('y') })),
  Array.from({ length: 2_000 }, (_, at) => ({ ...profile(`x${at}`), id: `urn:x:${at}` })),
  Array.from({ length: 40 }, () => createNestedProfile(3)),
];

/** Every second hostile client is a browser, which gets a page. */
async function verifyOnPage(document: Any, client: number): Promise<Any> {
  const response = await fetch(new URL('/verify', instance.url), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/html',
      'x-forwarded-for': `192.0.2.${client}`,
    },
    body: JSON.stringify({ document }),
  });
  const retryAfter = response.headers.get('retry-after');
  return { status: response.status, retryAfter, page: await response.text() };
}

async function verify(document: Any, client: number): Promise<Any> {
  const startedAt = performance.now();
  const response = await fetch(new URL('/verify', instance.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `192.0.2.${client}` },
    body: JSON.stringify({ document }),
  });
  const answer: Any = await response.json();
  const retryAfter = response.headers.get('retry-after');
  return { status: response.status, retryAfter, answer, ms: performance.now() - startedAt };
}

test(`a ninth client verifies within ${reach} ms while eight send the most expensive documents`, async (t) => {
  const good = await signedByKey();
  assert.equal((await verify(good, 100)).answer.status, 'valid');
  let running = clients;
  const pages: Any[] = [];
  const hostile = Array.from({ length: clients }, async (_, client) => {
    const answers: Any[] = [];
    for (let sent = 0; sent < requestsPerClient; sent++) {
      const source = expensive[(client + sent) % expensive.length];
      const { credentialSubject } = good;
      const document = { ...good, credentialSubject: { ...credentialSubject, source } };
      if (client % 2 === 0) answers.push(await verify(document, client));
      else pages.push(await verifyOnPage(document, client));
    }
    running--;
    return answers;
  });
  const ninth: Any[] = [];
  while (running > 0) ninth.push(await verify(good, 9));
  const answers = (await Promise.all(hostile)).flat();
  const longest = Math.max(...ninth.map(({ ms }) => ms));
  t.diagnostic(
    `ninth client: ${ninth.length} answers, first ${ninth[0].ms.toFixed(0)} ms, longest ${longest.toFixed(0)} ms`,
  );
  const counted = Object.groupBy(
    answers,
    ({ status, answer }) => `${status} ${answer.code ?? answer.status}`,
  );
  for (const [outcome, of] of Object.entries(counted))
    t.diagnostic(
      `eight clients: ${of?.length} times ${outcome}, longest ${Math.max(...(of ?? []).map(({ ms }) => ms)).toFixed(0)} ms`,
    );
  for (const { answer } of ninth) assert.equal(answer.status, 'valid', JSON.stringify(answer));
  for (const { status, retryAfter, answer } of answers)
    if (status === 503) assert.deepEqual([answer.code, retryAfter], ['busy', '5']);
    else assert.ok(['invalid', 'unknown'].includes(answer.status), JSON.stringify(answer));
  for (const { status, retryAfter, page } of pages)
    if (status === 503) {
      assert.equal(retryAfter, '5');
      assert.match(page, /yours wasn’t checked. Try again in 5 seconds/);
    } else assert.equal(status, 200, page);
  t.diagnostic(`pages: ${pages.map(({ status }) => status).join()}`);
  assert.ok(longest <= reach * slowest, `${longest} ms`);
});
