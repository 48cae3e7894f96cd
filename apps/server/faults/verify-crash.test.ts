// Documents that make V8 abort a whole process. The program must survive them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateKey, importEd25519Signer } from '@insignia/openbadges/v3';
import { crashingPdfs } from '../tests/support/crashing-pdfs.ts';
import { createDatabase } from '../tests/support/database.ts';
import { signWith } from '../tests/support/forgers/world.ts';
import { startInstance } from '../tests/support/instance.ts';
import { createBadge, createIssuer, createOwner, issueAward } from '../tests/support/people.ts';
import { findFreePort } from '../tests/support/port.ts';
import {
  createTemporaryDirectory,
  type RunningProcess,
  startProcess,
} from '../tests/support/process.ts';

let running: RunningProcess;
let certificate: Blob;
const endings: (() => Promise<unknown>)[] = [];
before(async () => {
  const port = String(await findFreePort());
  const database = await createDatabase();
  const { path: DATA_DIR, remove } = await createTemporaryDirectory();
  endings.push(database.drop, remove);
  const SECRET = 'a secret of the tests, long enough';
  // did:web requires a name.
  const BASE_URL = `http://localhost:${port}`;
  const settings = { PORT: port, BASE_URL, DATABASE_URL: database.url, SECRET, DATA_DIR };
  const instance = await startInstance({ ...settings, TOPOLOGY: 'one' });
  const owner = await createOwner(instance, 'unlimited');
  const badge = await createBadge(owner, await createIssuer(owner));
  const id = await issueAward(owner, badge);
  certificate = await (await fetch(`${instance.url}/awards/${id}/pdf`)).blob();
  await instance.stop();
  running = await startProcess({ ...settings, TRUST_PROXY: '127.0.0.1/32', LOG_LEVEL: 'error' });
  endings.unshift(async () => {
    running.child.kill('SIGTERM');
    await running.ended;
  });
});
after(async () => {
  for (const end of endings) await end();
});

let clients = 0;
type Answer = { status: number; text: string; retryAfter: string | null };
/** Without an address, the client is new, so that none waits for its own earlier documents. */
async function send(body: string | FormData, address = `192.0.2.${++clients}`): Promise<Answer> {
  const response = await fetch(`${running.url}/verify`, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'x-forwarded-for': address,
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    },
    body,
  });
  const retryAfter = response.headers.get('retry-after');
  return { status: response.status, text: await response.text(), retryAfter };
}
const sendPdf = (file: Blob, address?: string) => {
  const form = new FormData();
  form.set('file', file, 'certificate.pdf');
  return send(form, address);
};

/** A machine that is busy with other tests answers 503. */
async function sendUntilDone(sendOnce: () => ReturnType<typeof send>) {
  for (;;) {
    const answer = await sendOnce();
    if (answer.status !== 503) return answer;
  }
}

/** Sends a genuine certificate of another client beside. */
async function sendBeside(name: string, hostile: () => ReturnType<typeof send>) {
  const [answer, genuine] = await Promise.all([
    hostile(),
    sendUntilDone(() => sendPdf(certificate)),
  ]);
  assert.equal(running.child.exitCode, null, `${name}: ${running.output().slice(-2_000)}`);
  assert.equal((await fetch(`${running.url}/readyz`)).status, 200, name);
  assert.equal(genuine.status, 200, `${name}: ${genuine.text}`);
  assert.equal(JSON.parse(genuine.text).outcome, 'valid', name);
  return answer;
}

test('PDFs that crash their reader are too complex, and those of others are verified', async () => {
  for (const [name, pdf] of Object.entries(crashingPdfs)) {
    const hostile = () => sendPdf(new Blob([new Uint8Array(pdf)]));
    const { status, text } = await sendBeside(name, () => sendUntilDone(hostile));
    assert.equal(status, 400, `${name}: ${text}`);
    assert.match(text, /is a PDF that is too complex to read/, name);
  }
  assert.doesNotMatch(running.output(), /FATAL|Native stack trace/);
});

test('a genuine PDF is verified, at most after a few 503s, while six others send crashing ones', async (t) => {
  const [first] = Object.values(crashingPdfs);
  const hostile = new Blob([new Uint8Array(first as Buffer)]);
  let [isOver, crashes, longest] = [false, 0, 0];
  const attack = async (address: string): Promise<void> => {
    while (!isOver) {
      const { status, retryAfter } = await sendPdf(hostile, address);
      assert.ok(status === 400 || (status === 503 && Number(retryAfter) > 0), String(status));
      if (status === 400) crashes++;
    }
  };
  const attacks = Array.from({ length: 6 }, (_, at) => attack(`198.51.100.${at + 1}`));
  while (crashes === 0) await sleep(20);
  const outcomes: string[] = [];
  for (let round = 0; round < 2; round++)
    for (;;) {
      const startedAt = performance.now();
      const { status, text, retryAfter } = await sendPdf(certificate, '203.0.113.9');
      longest = Math.max(longest, performance.now() - startedAt);
      outcomes.push(status === 200 ? JSON.parse(text).outcome : `${status} ${retryAfter}`);
      if (status === 200) break;
      assert.ok(status === 503 && Number(retryAfter) > 0, text);
      assert.ok(outcomes.length < 20, outcomes.join());
    }
  isOver = true;
  await Promise.all(attacks);
  t.diagnostic(`${outcomes.join(', ')}; ${crashes} crashes; at most ${Math.round(longest)} ms`);
  assert.equal(outcomes.filter((each) => each === 'valid').length, 2, outcomes.join());
  assert.equal(running.child.exitCode, null);
});

test('a proof whose labels of nodes are long makes no text of 200 MB', async () => {
  const { publicKeyMultibase } = await generateKey('ES256');
  const did = `did:key:${publicKeyMultibase}`;
  const bytes = (length: number): Buffer => {
    const head = Buffer.alloc(5, 0x5a);
    head.writeUInt32BE(length, 1);
    return Buffer.concat([head, Buffer.alloc(length, 7)]);
  };
  // CBOR: [signature, key, signatures, { 0: label }, mandatory statements].
  const value = Buffer.concat([
    ...[Buffer.from('d95d0185', 'hex'), bytes(64), bytes(35)],
    ...[Buffer.from('80a100', 'hex'), bytes(150_000), Buffer.from('80', 'hex')],
  ]);
  const key = await generateKey('Ed25519');
  const signer = await importEd25519Signer(key.pkcs8, `${did}#${key.publicKeyMultibase}`);
  const { proof, ...unsigned } = await signWith({ issuer: { id: did, name: 'Bare key' } }, signer);
  const described = (text: string) => ({
    ...unsigned,
    name: text,
    proof: {
      ...(proof as object),
      cryptosuite: 'ecdsa-sd-2023',
      verificationMethod: `${did}#${publicKeyMultibase}`,
      proofValue: `u${value.toString('base64url')}`,
    },
  });
  // In the names of nodes alone, and within a text.
  for (const text of ['Sailor', '_:c14n0 '.repeat(1_000)]) {
    const document = JSON.stringify({ document: described(text) });
    const { status, text: answer } = await sendBeside(text.slice(0, 9), () => send(document));
    assert.equal(status, 200, answer.slice(0, 500));
    assert.match(JSON.parse(answer).outcome, /^(?:invalid|unknown)$/, answer.slice(0, 500));
  }
});

test('a document whose statements repeat a long id is unknown', async () => {
  const key = await generateKey('Ed25519');
  const did = `did:key:${key.publicKeyMultibase}`;
  const signer = await importEd25519Signer(key.pkcs8, `${did}#${key.publicKeyMultibase}`);
  const signed = await signWith({ issuer: { id: did, name: 'Bare key' } }, signer);
  const types = Array.from({ length: 65 }, (_, at) => `urn:type:${at}`);
  const document = {
    ...signed,
    id: `urn:${'x'.repeat(900_000)}`,
    type: [...(signed.type as string[]), ...types],
  };
  const { status, text } = await sendBeside('a long id', () => send(JSON.stringify({ document })));
  assert.equal(status, 200, text.slice(0, 500));
  assert.equal(JSON.parse(text).outcome, 'unknown', text.slice(0, 500));
});
