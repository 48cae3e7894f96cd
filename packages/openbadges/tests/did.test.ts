import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDidKey } from '../src/v3/did.ts';
import { addressToDid, didToAddress } from '../src/v3/index.ts';

test('a did:web resolves to its document’s address by host, port and path', () => {
  for (const [did, address] of [
    ['did:web:a.example', 'https://a.example/.well-known/did.json'],
    ['did:web:a.example:issuer:1', 'https://a.example/issuer/1/did.json'],
    ['did:web:localhost%3A8443:issuer:1', 'https://localhost:8443/issuer/1/did.json'],
    ['did:web:localhost%3a8443', 'https://localhost:8443/.well-known/did.json'],
  ] as const)
    assert.equal(didToAddress(did), address);
});

test('the DID of an issuer is derived from its address and resolves back to it', () => {
  for (const [address, did] of [
    ['https://a.example/issuer/1', 'did:web:a.example:issuer:1'],
    ['https://a.example:8443/issuer/1', 'did:web:a.example%3A8443:issuer:1'],
    ['https://a.example/', 'did:web:a.example'],
  ] as const) {
    assert.equal(addressToDid(address), did);
    assert.ok(didToAddress(did)?.startsWith(address.replace(/\/$/, '')));
  }
  for (const bad of ['http://a.example/1', 'https://10.0.0.1/1', 'https://a.example/a%2Fb'])
    assert.throws(() => addressToDid(bad));
});

test('a did:web with an IP address, an escape or a parent path has no address', () => {
  for (const bad of [
    'did:web:',
    'did:web:10.0.0.1',
    'did:web:127.1',
    'did:web:2130706433',
    'did:web:0x7f.1',
    'did:web:%5B%3A%3A1%5D',
    'did:web:[::1]',
    'did:web:a.example%2Fx',
    'did:web:a.example%3A',
    'did:web:a.example%3A99999',
    'did:web:a.example%3A1%3A2',
    'did:web:user@a.example',
    'did:web:a.example:..:x',
    'did:web:a.example:%2e%2e:x',
    'did:web:a.example::x',
    'did:web:a.example:x?y',
    'did:web:a.example:x#y',
    'did:web:a..example',
    'did:key:z6Mk',
    'https://a.example',
  ])
    assert.equal(didToAddress(bad), undefined, bad);
});

test('only a did:key without extras contains a key', () => {
  assert.equal(readDidKey('did:key:z6MkabC'), 'z6MkabC');
  for (const bad of ['did:key:', 'did:key:z0', 'did:web:z6Mk', 'did:key:z6Mk#z6Mk'])
    assert.equal(readDidKey(bad), undefined);
});
