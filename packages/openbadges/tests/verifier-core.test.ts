import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, mock, test } from 'node:test';
import { verifyCredential } from '@digitalcredentials/verifier-core';
import {
  credentialDocument,
  emptyStatusList,
  encodeStatusList,
  signCredential,
  signStatusList,
  statusListDocument,
  writeStatus,
} from '../src/v3/index.ts';
import { ordinary } from './support/facts.ts';
import { issuer } from './support/issuer.ts';

// The Digital Credentials Consortium's verifier, unmodified: it fetches status lists from our
// server.
const { did, signer } = await issuer('did:key');
const at = new Date('2026-03-01T00:00:00Z');
const revoked = 94_567;
const server = createServer(async (_, response) => {
  const bits = emptyStatusList();
  writeStatus(bits, revoked, true);
  const facts = { id: list(), issuer: did, purpose: 'revocation', validFrom: at } as const;
  const document = statusListDocument({ ...facts, encodedList: await encodeStatusList(bits) });
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(await signStatusList(document, signer, at)));
});
const list = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/status/1`;
before(() => once(server.listen(0, '127.0.0.1'), 'listening'));
after(() => {
  server.closeAllConnections();
  server.close();
});

// It also requests JSON schemas from the web and continues without them. Nothing leaves this
// machine.
const fetched = globalThis.fetch;
mock.method(globalThis, 'fetch', async (...call: Parameters<typeof fetch>) => {
  const [input] = call;
  const url = new URL(input instanceof Request ? input.url : input);
  if (url.hostname !== '127.0.0.1') throw new Error(`not fetched: ${url}`);
  return fetched(...call);
});
for (const say of ['log', 'error'] as const) mock.method(console, say, () => {});

const issued = ordinary({ issuer: { id: did, name: 'Sailing School' } });

type Answer = Awaited<ReturnType<typeof verifyCredential>>;

async function ask(credential: object): Promise<Answer> {
  return verifyCredential({ credential: credential as never, knownDIDRegistries: [] });
}

async function judge(credential: object): Promise<Record<string, boolean | undefined>> {
  const { log } = await ask(credential);
  return Object.fromEntries((log ?? []).map(({ id, valid }) => [id, valid]));
}

test('verifier-core accepts our credential as signed and not expired', async () => {
  const good = await signCredential(credentialDocument(issued), signer, at);
  const { valid_signature: isSigned, expiration: isCurrent } = await judge(good);
  assert.deepEqual({ isSigned, isCurrent }, { isSigned: true, isCurrent: true });
});

test('verifier-core rejects the signature of a changed credential', async () => {
  const good = await signCredential(credentialDocument(issued), signer, at);
  const { errors } = await ask({ ...good, name: 'Admiral' });
  assert.deepEqual(
    errors?.map(({ name }) => name),
    ['invalid_signature'],
  );
});

test('verifier-core detects an expired credential', async () => {
  const document = credentialDocument({ ...issued, validUntil: new Date('2026-03-02') });
  const { expiration } = await judge(await signCredential(document, signer, at));
  assert.equal(expiration, false);
});

test('verifier-core reads from our list which credential is revoked', async () => {
  const judgeIndex = async (index: number): Promise<boolean | undefined> => {
    const status = { list: list(), index, purpose: 'revocation' } as const;
    const document = credentialDocument({ ...issued, status });
    return (await judge(await signCredential(document, signer, at))).revocation_status;
  };
  assert.deepEqual([await judgeIndex(revoked - 1), await judgeIndex(revoked)], [true, false]);
});
