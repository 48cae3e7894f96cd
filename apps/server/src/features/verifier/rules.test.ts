import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isOwnUrl,
  parseClaimedWebsite,
  parseOwnCredentialUrl,
  parseOwnDocumentUrl,
  parseSignedUrl,
  toAssertionUrl,
  toBaseUrl,
  toDisplayText,
} from './rules.ts';

const base = 'http://badges.example:3000';
const id = '01890000-0000-7000-8000-000000000001';
const assertion = `${base}/certify-badge/award/${id}`;

test('a URL that only starts with the base URL is foreign', () => {
  assert.ok(isOwnUrl(base, base) && isOwnUrl(`${base}/x`, base));
  for (const url of [`${base}0/x`, `${base}.evil.example/x`, 'https://badges.example:3000/x'])
    assert.equal(isOwnUrl(url, base), false, url);
});

test('page and file URLs map to the assertion, and foreign URLs stay unchanged', () => {
  for (const path of [`/credentials/${id}`, `/credentials/${id}/vc`, `/awards/${id}/pdf`])
    assert.equal(toAssertionUrl(base + path, base), assertion, path);
  for (const url of [assertion, `https://other.example/credentials/${id}`, `${base}/healthz`])
    assert.equal(toAssertionUrl(url, base), url);
});

test('own documents of both editions are recognized', () => {
  assert.deepEqual(parseOwnDocumentUrl(assertion, base), { kind: 'credential', guid: id });
  assert.deepEqual(parseSignedUrl(`${base}/credentials/${id}/vc`, base), {
    kind: 'credential',
    id,
  });
  assert.deepEqual(parseSignedUrl(`${base}/issuer/${id}/did.json`, base), { kind: 'did', id });
  assert.deepEqual(parseSignedUrl(`${base}/status/${id}`, base), { kind: 'list', id });
  assert.deepEqual(parseOwnCredentialUrl(assertion, base), { edition: '2.0', guid: id });
  assert.deepEqual(parseOwnCredentialUrl(`${base}/credentials/${id}/vc`, base), {
    ...{ edition: '3.0', guid: id },
  });
  for (const url of [
    `${base}/credentials/none/vc`,
    `${base}/certify-badge/award/none`,
    `https://other.example/credentials/${id}/vc`,
  ])
    assert.equal(parseOwnCredentialUrl(url, base), undefined, url);
});

test('a did:web URL of a service without HTTPS maps to the base URL', () => {
  const path = `/issuer/${id}/did.json`;
  assert.equal(toBaseUrl(`https://badges.example:3000${path}`, base), base + path);
  assert.equal(toBaseUrl(`https://other.example${path}`, base), `https://other.example${path}`);
});

test('a claimed website is a link only on the host that proves the issuer', () => {
  const proven = { by: 'did:web', host: 'fjord.example' } as const;
  for (const url of [
    'https://fjord.example',
    'HTTPS://Fjord.Example/about',
    'http://fjord.example',
  ])
    assert.deepEqual(parseClaimedWebsite(url, proven), {
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
    assert.deepEqual(parseClaimedWebsite(url, proven), { host }, url);
  for (const url of [undefined, '', 'javascript:alert(1)', 'https://', 'fjord.example'])
    assert.equal(parseClaimedWebsite(url, proven), undefined, url);
  for (const provenBy of [undefined, { by: 'did:key', key: 'fjord.example' }] as const)
    assert.deepEqual(parseClaimedWebsite('https://fjord.example', provenBy), {
      host: 'fjord.example',
    });
});

test('foreign text becomes a single line of limited length without control characters', () => {
  assert.equal(toDisplayText('\u202eUniversity\u202c\nof\u2066 Fjord'), 'University of  Fjord');
  assert.equal(toDisplayText('  \u200bFjord\u0000'), 'Fjord');
  assert.equal(toDisplayText('می\u200cخواهم 👩\u200d🎓'), 'می\u200cخواهم 👩\u200d🎓');
  assert.equal(toDisplayText('🎓'.repeat(1_000)), `${'🎓'.repeat(300)}…`);
  assert.equal(toDisplayText('Fjord \ud800'), 'Fjord \ufffd');
});
