import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digestOf } from '@insignia/openbadges/v3/verify/digest';
import { pino } from 'pino';
import { createDigester } from './digester.ts';

const log = pino({ level: 'silent' });
const patience = () => AbortSignal.timeout(200_000);
const job = (document: Record<string, unknown>) => ({ document, hash: 'SHA-256' as const });
// Hashes nothing; never ends with what is hostile.
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { createRequire } from 'node:module';
    const { parentPort } = createRequire('file:///')('node:worker_threads');
    parentPort.on('message', ({ document }) => {
      while (document.isHostile) ;
      parentPort.postMessage('unexplained');
    });
    parentPort.postMessage('ready');`)}`,
);

const endless = { script, mostCpuMs: 50, timeoutMs: 250_000 };

test('an ordinary document is answered while hostile ones of several clients are being hashed', async () => {
  const digester = createDigester(log, endless);
  let ended = 0;
  const hostile = ['a', 'a', 'b', 'c', 'd'].map((client) =>
    digester
      .digest(client, job({ isHostile: true }), patience())
      .catch((error: { code?: string }) => error.code)
      .finally(() => ended++),
  );
  for (const client of ['e', 'f', 'e'])
    assert.equal(await digester.digest(client, job({}), patience()), 'unexplained');
  assert.equal(ended, 0, 'they are still at it');
  await digester.stop();
  assert.deepEqual(
    await Promise.all(hostile),
    hostile.map(() => 'busy'),
  );
});

test('whose time is over while others are hashed is told so, and not hashed', async () => {
  const digester = createDigester(log, endless);
  const hostile = digester.digest('a', job({ isHostile: true }), patience()).catch(() => 'stopped');
  const over = new AbortController();
  const waiting = ['b', 'a'].map((client) =>
    digester.digest(client, job({ isHostile: true }), over.signal),
  );
  assert.equal(await digester.digest('c', job({}), patience()), 'unexplained');
  over.abort();
  assert.equal(await waiting[0], 'endless');
  await digester.stop();
  assert.deepEqual([await hostile, await waiting[1]], ['stopped', 'endless']);
});

test('what took too long at first has the same hash in the end', async () => {
  const digester = createDigester(log, { mostCpuMs: 1 });
  const document = {
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    type: ['VerifiableCredential'],
    issuer: 'urn:a',
    credentialSubject: Array.from({ length: 500 }, (_, at) => ({ id: `urn:${at}` })),
  };
  const [found, expected] = await Promise.all([
    digester.digest('a', job(document), patience()),
    digestOf(document, 'SHA-256'),
  ]);
  await digester.stop();
  assert.ok(expected instanceof Uint8Array);
  assert.deepEqual(found, expected);
});
