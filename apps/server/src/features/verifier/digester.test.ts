import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { hashDocument } from '@insignia/openbadges/v3/verify/digest';
import { pino } from 'pino';
import { attach, pack } from '../../../tests/support/attached-pdfs.ts';
import { createDigester } from './digester.ts';

const log = pino({ level: 'silent' });
const patience = () => AbortSignal.timeout(200_000);
const job = (document: Record<string, unknown>) => ({ document, hash: 'SHA-256' as const });
const getCode = (error: { code?: string }) => error.code;

/** Hashes nothing. A stuck document uses its first budget and never ends in the slow lane. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { createRequire } from 'node:module';
    import { serveJobs } from '${new URL('../../platform/threads/serve-jobs.ts', import.meta.url)}';
    const { parentPort, threadId } = createRequire('file:///')('node:worker_threads');
    serveJobs(({ job, budgetMs }) => {
      const document = job.document ?? JSON.parse(new TextDecoder().decode(job.bytes));
      while (document.isStuck && budgetMs > 200) ;
      if (document.crashes) process.kill(process.pid, 'SIGABRT');
      if (document.holdMs && budgetMs > 200)
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, document.holdMs);
      if (document.isDeadly && budgetMs > 200) throw new Error('dead');
      const isOver = document.isStuck || document.isDeadly || document.costMs > budgetMs;
      const result = document.namesThread ? process.pid + ' ' + threadId : 'unexplained';
      parentPort.postMessage(isOver ? { isOver, cpuMs: budgetMs } : { result, cpuMs: document.costMs });
    });
    parentPort.postMessage('ready');`)}`,
);

const settings = { script, firstMs: 50, firstPdfMs: 200, slowMs: 250_000, maxWaitMs: 150_000 };
const pdf = (document: Record<string, unknown>) => Buffer.from(JSON.stringify(document));

test('an ordinary document is examined while the slow lane is stuck with those of eight clients', async () => {
  const digester = createDigester(log, settings);
  const examined: string[] = [];
  const hostile = Array.from({ length: 8 }, (_, at) =>
    digester
      .digest(`hostile ${at}`, job({ isStuck: true }), patience())
      .catch(getCode)
      .finally(() => examined.push('hostile')),
  );
  assert.equal(await digester.digest('ninth', job({ costMs: 1 }), patience()), 'unexplained');
  assert.deepEqual(examined, []);
  await digester.stop();
  assert.deepEqual(
    await Promise.all(hostile),
    hostile.map(() => 'busy'),
  );
});

test('an ordinary PDF is read while the slow lane is stuck with those of eight clients', async () => {
  const digester = createDigester(log, settings);
  const hostile = Array.from({ length: 8 }, (_, at) =>
    digester.readPdf(`hostile ${at}`, pdf({ isStuck: true }), patience()).catch(getCode),
  );
  const read = digester.readPdf('ninth', pdf({ costMs: 1 }), patience());
  assert.equal(await read, 'unexplained');
  await digester.stop();
  assert.deepEqual(
    await Promise.all(hostile),
    hostile.map(() => 'busy'),
  );
});

test('a document never waits for a PDF, nor an ordinary PDF behind several crashing ones of a client', async () => {
  const stuck = createDigester(log, { ...settings, firstPdfMs: 250_000, maxWaitMs: 1_000 });
  const waiting = stuck.readPdf('hostile', pdf({ isStuck: true }), patience()).catch(getCode);
  for (const client of ['hostile', 'other'])
    assert.equal(await stuck.digest(client, job({ costMs: 1 }), patience()), 'unexplained');
  await stuck.stop();
  assert.equal(await waiting, 'busy');

  const digester = createDigester(log, settings);
  const ends: string[] = [];
  const read = (client: string, document: Record<string, unknown>) =>
    digester.readPdf(client, pdf(document), patience()).then((found) => {
      ends.push(client);
      return found;
    });
  const crashing = Array.from({ length: 5 }, () => read('hostile', { crashes: true }));
  assert.equal(await read('other', { costMs: 1 }), 'unexplained');
  assert.ok(ends.length <= 2, ends.join());
  for (const each of crashing) assert.deepEqual(await each, { error: 'too_complex' });
  await digester.stop();
});

test('PDFs of millions of arrays, dictionaries or letters are too complex, and end no thread', async () => {
  const digester = createDigester(log, { maxWaitMs: 150_000 });
  const megabytes = 1024 * 1024;
  const streams = [
    pack('[', 20 * megabytes, '[]'),
    pack('[', 20 * megabytes, '<<>>'),
    pack('[', 20 * megabytes, '[<<>>]'),
    pack('[', 20 * megabytes, '1 '),
    pack('BT /F 12 Tf (', 1.9 * megabytes, 'a', ') Tj ET'),
  ];
  const credential = '{"@context":"https://w3id.org/openbadges/v2"}';
  for (const [at, stream] of streams.entries()) {
    const file = attach([], credential, undefined, stream);
    const read = digester.readPdf(`client ${at}`, file, patience());
    assert.deepEqual(await read.catch(getCode), { error: 'too_complex' }, String(at));
  }
  const { first, slow } = digester.figures;
  await digester.stop();
  // On a busy machine, one may take too long.
  assert.ok(first.failed + slow.failed <= 1, `${first.failed} and ${slow.failed} threads ended`);
});

test('slow PDFs and documents of one client never make those of another wait', async () => {
  const digester = createDigester(log, settings);
  const hostile = Array.from({ length: 4 }, (_, at) =>
    at % 2 === 0
      ? digester.readPdf('hostile', pdf({ isStuck: true }), patience()).catch(getCode)
      : digester.digest('hostile', job({ isStuck: true }), patience()).catch(getCode),
  );
  const slow = { costMs: 1_000 };
  assert.equal(await digester.readPdf('other', pdf(slow), patience()), 'unexplained');
  assert.equal(await digester.digest('other', job(slow), patience()), 'unexplained');
  await digester.stop();
  assert.deepEqual(
    await Promise.all(hostile),
    hostile.map(() => 'busy'),
  );
});

test('slow documents run in the thread that was used last, or in the other one after it ended', async () => {
  const digester = createDigester(log, settings);
  const slow = { costMs: 1_000, namesThread: true };
  const read = (document: Record<string, unknown>, client = 'a') =>
    digester.readPdf(client, pdf({ ...slow, ...document }), patience()).catch(getCode);
  const started = await Promise.all(['a', 'b'].map((client) => read({ holdMs: 200 }, client)));
  assert.notEqual(started[0], started[1]);
  const last = await read({});
  assert.equal(await read({}), last);
  assert.equal(await read({ isDeadly: true }), 'busy');
  assert.equal(
    await read({}),
    started.find((thread) => thread !== last),
  );
  await digester.stop();
});

test('of the slow documents of one client, cheap ones go before expensive ones', async () => {
  const digester = createDigester(log, settings);
  const order: number[] = [];
  // None is small enough for the first lane.
  const examine = async (count: number): Promise<void> => {
    await digester.digest('a', job({ costMs: 0, values: Array(count).fill(1) }), patience());
    order.push(count);
  };
  await Promise.all([2_000, 3_000, 1_000].map(examine));
  await digester.stop();
  assert.deepEqual(order, [2_000, 1_000, 3_000]);
});

test('a client whose document or status list was expensive waits behind one that used no time yet', async () => {
  const digester = createDigester(log, settings);
  let order: string[] = [];
  const ask = (client: string, costMs: number) =>
    digester
      .digest(client, job({ costMs }), patience())
      .then((found) => order.push(`${client} ${found}`));
  const readOrder = async (expensive: string, cheap: string): Promise<string[]> => {
    order = [];
    await Promise.all([ask('running', 1), ask(expensive, 1), ask(cheap, 1)]);
    return order;
  };
  await ask('expensive', 40);
  assert.deepEqual(await readOrder('expensive', 'cheap'), [
    ...['running', 'cheap', 'expensive'].map((client) => `${client} unexplained`),
  ]);
  const startedAt = performance.now();
  const clock = mock.method(performance, 'now', () => startedAt);
  const unpack = async () => clock.mock.mockImplementation(() => startedAt + 40);
  await digester.unpack('unpacking', unpack, patience());
  clock.mock.restore();
  assert.deepEqual(await readOrder('unpacking', 'second'), [
    ...['running', 'second', 'unpacking'].map((client) => `${client} unexplained`),
  ]);
  await digester.stop();
});

test('a document that waited too long returns busy, never endless', async () => {
  const digester = createDigester(log, settings);
  const stuck = ['a', 'd'].map((client) =>
    digester.digest(client, job({ isStuck: true }), patience()).catch(getCode),
  );
  const disconnected = new AbortController();
  const waiting = ['b', 'a'].map((client) =>
    digester.digest(client, job({ isStuck: true }), disconnected.signal).catch(getCode),
  );
  assert.equal(await digester.digest('c', job({ costMs: 1 }), patience()), 'unexplained');
  disconnected.abort();
  assert.deepEqual(await Promise.all(waiting), ['busy', 'busy']);
  await digester.stop();
  assert.deepEqual(await Promise.all(stuck), ['busy', 'busy']);
});

test('a document that used all of its own CPU time is reported as endless', async () => {
  const digester = createDigester(log, { ...settings, slowMs: 1_000 });
  assert.equal(await digester.digest('a', job({ costMs: 2_000 }), patience()), 'endless');
  await digester.stop();
});

test('a document over the first budget still gets the correct hash', async () => {
  const digester = createDigester(log, { firstMs: 1 });
  const document = {
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    type: ['VerifiableCredential'],
    issuer: 'urn:a',
    credentialSubject: Array.from({ length: 500 }, (_, at) => ({ id: `urn:${at}` })),
  };
  const [found, expected] = await Promise.all([
    digester.digest('a', job(document), patience()),
    hashDocument(document, 'SHA-256'),
  ]);
  await digester.stop();
  assert.ok(expected instanceof Uint8Array);
  assert.deepEqual(found, expected);
});

test('documents with many blank nodes end within the budget without ending the thread', async () => {
  const errors = mock.fn();
  const listening = pino({}, { write: errors });
  const document = {
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    type: ['VerifiableCredential'],
    issuer: 'urn:a',
    credentialSubject: Array.from({ length: 400 }, (_, at) => ({ name: `n${at >> 1}` })),
  };
  const unbounded = createDigester(listening, { firstMs: 250_000 });
  assert.ok((await unbounded.digest('a', job(document), patience())) instanceof Uint8Array);
  await unbounded.stop();
  const bounded = createDigester(listening, { firstMs: 3, slowMs: 6 });
  assert.equal(await bounded.digest('a', job(document), patience()), 'endless');
  await bounded.stop();
  assert.equal(errors.mock.callCount(), 0, 'no thread had to be ended');
});
