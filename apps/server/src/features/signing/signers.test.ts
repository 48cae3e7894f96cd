import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { createSigners, SignerCache, type Signers } from './signers.ts';

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

test('a key is opened once, until its issuer changes or 200 other keys were used', () => {
  const keys = new SignerCache();
  const opened: string[] = [];
  const use = (id: string, source: string): Signers =>
    keys.get(id, source, () => {
      opened.push(id);
      return { proof: assert.fail, jwt: assert.fail };
    });
  assert.equal(use('1', 'issuer/a'), use('1', 'issuer/a'));
  use('2', 'issuer/b');
  keys.invalidate('issuer/a');
  use('1', 'issuer/a');
  use('2', 'issuer/b');
  assert.deepEqual(opened, ['1', '2', '1']);
  for (let n = 0; n < 199; n++) use(`x${n}`, 'issuer/x');
  use('2', 'issuer/b');
  use('1', 'issuer/a');
  keys.invalidate(undefined);
  use('2', 'issuer/b');
  assert.deepEqual(
    opened.filter((id) => !id.startsWith('x')),
    ['1', '2', '1', '1', '2'],
  );
});
