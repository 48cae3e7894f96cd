import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertionUrl, isOwn, ownCredential, ownDocument, signedAt, underBase } from './rules.ts';

const base = 'http://badges.example:3000';
const id = '01890000-0000-7000-8000-000000000001';
const assertion = `${base}/certify-badge/award/${id}`;

test('what only begins as our address is another’s', () => {
  assert.ok(isOwn(base, base) && isOwn(`${base}/x`, base));
  for (const url of [`${base}0/x`, `${base}.evil.example/x`, 'https://badges.example:3000/x'])
    assert.equal(isOwn(url, base), false, url);
});

test('the address of the page and of its files mean the assertion; another’s stays as it is', () => {
  for (const path of [`/credentials/${id}`, `/credentials/${id}/vc`, `/awards/${id}/pdf`])
    assert.equal(assertionUrl(base + path, base), assertion, path);
  for (const url of [assertion, `https://other.example/credentials/${id}`, `${base}/healthz`])
    assert.equal(assertionUrl(url, base), url);
});

test('our own documents are known, in both editions', () => {
  assert.deepEqual(ownDocument(assertion, base), { kind: 'credential', guid: id });
  assert.deepEqual(signedAt(`${base}/credentials/${id}/vc`, base), { kind: 'credential', id });
  assert.deepEqual(signedAt(`${base}/issuer/${id}/did.json`, base), { kind: 'did', id });
  assert.deepEqual(signedAt(`${base}/status/${id}`, base), { kind: 'list', id });
  for (const url of [assertion, `${base}/credentials/${id}/vc`])
    assert.equal(ownCredential(url, base), id);
  for (const url of [`${base}/credentials/none/vc`, `https://other.example/credentials/${id}/vc`])
    assert.equal(ownCredential(url, base), undefined, url);
});

test('a did:web of a service without HTTPS is read where the service is', () => {
  const path = `/issuer/${id}/did.json`;
  assert.equal(underBase(`https://badges.example:3000${path}`, base), base + path);
  assert.equal(underBase(`https://other.example${path}`, base), `https://other.example${path}`);
});
