// Documents that a verification has read stay in memory until it ends, which a slow server delays.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import {
  credentialDocument,
  generateKey,
  importEd25519Signer,
  signCredentialJwt,
} from '@insignia/openbadges/v3';
import { useInstance } from '../support/use-instance.ts';
import { waitForCondition } from '../support/wait-for-condition.ts';

const instance = await useInstance({
  ...{ TRUST_PROXY: '127.0.0.1/32', TOPOLOGY: 'one' },
  VERIFY_ALLOWED_PRIVATE_CIDRS: '127.0.0.2/32',
});
const waiting: ServerResponse[] = [];
const large = 'x'.repeat(1_000_000);
const other = createServer((request, response) => {
  if (request.url === '/slow') waiting.push(response);
  else response.end(request.url?.startsWith('/large') ? large : 'small');
});
other.listen(0, '127.0.0.2');
await once(other, 'listening');
const origin = `http://127.0.0.2:${(other.address() as AddressInfo).port}`;
after(() => {
  other.closeAllConnections();
  other.close();
});

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

async function verify(client: string, paths: string[]): Promise<number> {
  const relatedResource = paths.map((path) => ({ id: `${origin}${path}`, digestSRI }));
  const document = await signCredentialJwt({ ...credential, relatedResource }, signer, 'JWT');
  const { status } = await fetch(new URL('/verify', instance.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
    body: JSON.stringify({ document }),
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
