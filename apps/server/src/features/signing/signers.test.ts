import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { createSigners } from './signers.ts';

test('a sealed key is opened once, on first use, from a buffer of exactly its size', async () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const proof = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  const opened: Buffer[] = [];
  const sealer = {
    open: (sealed: Buffer) => {
      opened.push(sealed);
      return JSON.stringify({ proof });
    },
  };
  const sealed = Buffer.from('sealed');
  const signers = createSigners(sealer, 'did:web:example', {
    sealed,
    proofKey: 'z1',
    jwtKey: 'z2',
  });
  assert.equal(opened.length, 0);
  assert.equal(await signers.proof(), await signers.proof());
  assert.deepEqual(
    opened.map((bytes) => [bytes.toString(), bytes.buffer.byteLength]),
    [['sealed', 'sealed'.length]],
  );
});
