// Documents that a verification has read stay in memory until it ends, which a slow server delays.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { bakeCredentialPng } from '@insignia/openbadges/baking';
import {
  credentialDocument,
  generateKey,
  importEd25519Signer,
  signCredentialJwt,
} from '@insignia/openbadges/v3';
import { pngBytes } from '../support/images.ts';
import { useInstance } from '../support/use-instance.ts';
import { waitForCondition } from '../support/wait-for-condition.ts';

const instance = await useInstance({
  ...{ TRUST_PROXY: '127.0.0.1/32', TOPOLOGY: 'one' },
  VERIFY_ALLOWED_PRIVATE_CIDRS: '127.0.0.2/32',
});
const waiting: ServerResponse[] = [];
const large = 'x'.repeat(1_000_000);
/** A client may have 6 connections to a server. */
async function startServer(): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url === '/slow') waiting.push(response);
    else response.end(request.url?.startsWith('/large') ? large : 'small');
  });
  server.listen(0, '127.0.0.2');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.2:${(server.address() as AddressInfo).port}`;
}
const [origin, slow, slower] = await Promise.all([startServer(), startServer(), startServer()]);

const key = await generateKey('Ed25519');
const did = `did:key:${key.publicKeyMultibase}`;
const signer = await importEd25519Signer(key.pkcs8, `${did}#${key.publicKeyMultibase}`);
const subject = { id: 'urn:uuid:2c1b2c3d-2d0a-4c55-8f0e-6a1b2c3d4e5f' };
const achievement = {
  ...{ id: 'urn:uuid:1c1b2c3d-2d0a-4c55-8f0e-6a1b2c3d4e5f', name: 'Sailor', description: 'D' },
  criteria: { narrative: 'C' },
};
const credential = credentialDocument({
  ...{ id: 'urn:uuid:6f4c3b1e-2d0a-4c55-8f0e-6a1b2c3d4e5f', name: 'Sailor' },
  ...{ issuer: { id: did, name: 'Bare key' }, validFrom: new Date('2026-03-01') },
  ...{ subject, achievement },
});
const digestSRI = `sha256-${Buffer.alloc(32).toString('base64')}`;

const createDocument = (paths: string[]): Promise<string> => {
  const relatedResource = paths.map((path) => ({ id: new URL(path, origin).href, digestSRI }));
  return signCredentialJwt({ ...credential, relatedResource }, signer, 'JWT');
};

async function verify(client: string, paths: string[], padding = 0): Promise<number> {
  const body = JSON.stringify({ document: await createDocument(paths) });
  const { status } = await fetch(new URL('/verify', instance.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
    body: body + ' '.repeat(padding),
  });
  return status;
}

/** A picture of 4.5 MB with a credential. */
async function verifyPicture(client: string, path: string): Promise<number> {
  const baked = Buffer.from(bakeCredentialPng(await pngBytes(), await createDocument([path])));
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from('prVt'), Buffer.alloc(4_500_004)]);
  chunk.writeUInt32BE(4_500_000);
  const form = new FormData();
  form.set('file', new Blob([baked.subarray(0, 33), chunk, baked.subarray(33)]), 'badge.png');
  const { status } = await fetch(new URL('/verify', instance.url), {
    ...{ method: 'POST', headers: { 'x-forwarded-for': client }, body: form },
  });
  return status;
}

test('a client whose verifications keep many large documents gets 503, and another one is answered', async () => {
  const queries = ['?1', '?2', '?3', '?4', '?5', '?6'];
  const paths = [...queries.map((query) => `/large${query}`), '/slow'];
  const statuses: number[] = [];
  const hostile = Array.from({ length: 8 }, async () => {
    statuses.push(await verify('192.0.2.1', paths));
  });
  await waitForCondition('some verifications are refused', () => statuses.includes(503));
  assert.equal(await verify('192.0.2.2', ['/small']), 200);
  await waitForCondition('the others wait', () => statuses.length + waiting.length === 8);
  assert.ok(waiting.length > 0);
  for (const response of waiting) response.end();
  await Promise.all(hostile);
  assert.deepEqual([...new Set(statuses)].sort(), [200, 503]);
  assert.equal(
    await verify(
      '192.0.2.1',
      queries.map((query) => `/large${query}`),
    ),
    200,
  );
});

test('uploads that wait for slow servers leave their places to those of other clients, each up to its share', async () => {
  const before = waiting.length;
  const hostile = [slow, slower].flatMap((server, at) => [
    ...Array.from({ length: 4 }, () => verify(`192.0.2.${at}`, [`${server}/slow`], 500_000)),
    ...Array.from({ length: 2 }, () => verifyPicture(`192.0.2.${at}`, `${server}/slow`)),
  ]);
  await waitForCondition('they wait', () => waiting.length - before === hostile.length);
  assert.equal(await verify('192.0.2.9', ['/small'], 500_000), 200);
  assert.equal(await verifyPicture('192.0.2.9', '/small'), 200);
  const more: number[] = [];
  const excess = Array.from({ length: 3 }, async () => {
    more.push(await verifyPicture('192.0.2.1', `${origin}/slow`));
  });
  await waitForCondition('a client’s share is used up', () => more.includes(503));
  await waitForCondition('the others wait', () => {
    return waiting.length - before === hostile.length + 3 - more.length;
  });
  for (const response of waiting) response.end();
  await Promise.all(excess);
  assert.deepEqual([...new Set(await Promise.all(hostile))], [200]);
  assert.equal(await verifyPicture('192.0.2.1', '/small'), 200);
});
