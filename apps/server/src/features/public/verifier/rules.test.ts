import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertionUrl,
  claimedWebsite,
  displayText,
  isOwn,
  ownCredential,
  ownDocument,
  signedAt,
  underBase,
} from './rules.ts';

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
  assert.deepEqual(ownCredential(assertion, base), { edition: '2.0', guid: id });
  assert.deepEqual(ownCredential(`${base}/credentials/${id}/vc`, base), {
    ...{ edition: '3.0', guid: id },
  });
  for (const url of [
    `${base}/credentials/none/vc`,
    `${base}/certify-badge/award/none`,
    `https://other.example/credentials/${id}/vc`,
  ])
    assert.equal(ownCredential(url, base), undefined, url);
});

test('a did:web of a service without HTTPS is read where the service is', () => {
  const path = `/issuer/${id}/did.json`;
  assert.equal(underBase(`https://badges.example:3000${path}`, base), base + path);
  assert.equal(underBase(`https://other.example${path}`, base), `https://other.example${path}`);
});

test('a claimed website is a link only on the host that vouches for the issuer', () => {
  const proven = { by: 'did:web', host: 'fjord.example' } as const;
  for (const url of [
    'https://fjord.example',
    'HTTPS://Fjord.Example/about',
    'http://fjord.example',
  ])
    assert.deepEqual(claimedWebsite(url, proven), {
      ...{ host: 'fjord.example', href: new URL(url).href },
    });
  for (const [url, host] of [
    ['https://www.harvard.edu', 'www.harvard.edu'],
    ['https://badges.fjord.example', 'badges.fjord.example'],
    ['https://fjord.example.forger.example', 'fjord.example.forger.example'],
    ['https://fjord.example@forger.example/', 'forger.example'],
    ['https://harvard.edu@fjord.example/', 'fjord.example'],
    ['https://fjord.example:8443/', 'fjord.example:8443'],
    ['https://fjord.example./', 'fjord.example.'],
    ['https://fj\u043erd.example', 'xn--fjrd-65d.example'],
  ] as const)
    assert.deepEqual(claimedWebsite(url, proven), { host }, url);
  for (const url of [undefined, '', 'javascript:alert(1)', 'https://', 'fjord.example'])
    assert.equal(claimedWebsite(url, proven), undefined, url);
  for (const provenBy of [undefined, { by: 'did:key', key: 'fjord.example' }] as const)
    assert.deepEqual(claimedWebsite('https://fjord.example', provenBy), { host: 'fjord.example' });
});

test('foreign text is one line without controls, and not endless', () => {
  assert.equal(displayText('\u202eUniversity\u202c\nof\u2066 Fjord'), 'University of  Fjord');
  assert.equal(displayText('  \u200bFjord\u0000'), 'Fjord');
  assert.equal(displayText('می\u200cخواهم 👩\u200d🎓'), 'می\u200cخواهم 👩\u200d🎓');
  assert.equal(displayText('🎓'.repeat(1_000)), `${'🎓'.repeat(300)}…`);
  assert.equal(displayText('Fjord \ud800'), 'Fjord \ufffd');
});
