import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Verdict, verifyEither } from '../src/either/index.ts';
import { describeIdentity, type ProvenBy } from '../src/shared/index.ts';
import { createWebCryptoEd25519Signer, signCredentialJwt } from '../src/v3/index.ts';
import { issuer, pkcs8, type TestIssuer } from './support/issuer.ts';
import { now, outcomes, sign, web } from './support/world.ts';

type Web = Record<string, unknown>;

const judge = (source: object | string, there: Web = {}): Promise<Verdict> => {
  const all: Web = { ...web, ...there };
  return verifyEither({
    now,
    source:
      typeof source === 'string' && /^https?:/i.test(source)
        ? { url: source }
        : { document: typeof source === 'string' ? source : JSON.stringify(source) },
    read: async (url) =>
      Object.hasOwn(all, url)
        ? { status: 200, document: all[url] }
        : { status: 404, document: undefined },
  });
};
const findMessage = ({ checks }: Verdict, name: string): string | undefined =>
  checks.find(({ check }) => check === name)?.message;

/** Creates a credential with an arbitrary issuer, signed by the key behind `by`. */
const signedBy = (by: TestIssuer, profile: object = {}) =>
  sign(
    {
      issuer: { id: by.did, name: 'Harvard University', ...profile },
      subject: { id: 'urn:uuid:2' },
    },
    by,
  );

const anyone = await issuer('did:key', 3);
const fjord = await issuer('did:web:fjord.example', 4);
const fjordDocument = { 'https://fjord.example/.well-known/did.json': fjord.controllerDocument };
const named = 'Harvard University';

test('a did:key proves its key and nothing else, whatever name it claims', async () => {
  const verdict = await judge(await signedBy(anyone, { url: 'https://www.harvard.edu' }));
  assert.equal(verdict.status, 'valid');
  assert.deepEqual(verdict.found.issuer, {
    id: anyone.did,
    provenBy: { by: 'did:key', key: anyone.did.slice('did:key:'.length) },
    claimedName: named,
    name: named,
    url: 'https://www.harvard.edu',
  });
  assert.equal(
    findMessage(verdict, 'issuer'),
    `Signed by the key ${anyone.did}. No website vouches for this key.`,
  );
  assert.doesNotMatch(JSON.stringify(verdict.checks), /Harvard/);
});

test('a did:web proves its host, with port and path, in lower case', async () => {
  const rows: [did: string, document: string, proven: ProvenBy, said: string][] = [
    [
      'did:web:fjord.example',
      'https://fjord.example/.well-known/did.json',
      { by: 'did:web', host: 'fjord.example' },
      'Signed by fjord.example (did:web).',
    ],
    [
      'did:web:FJORD.example%3A8443',
      'https://FJORD.example:8443/.well-known/did.json',
      { by: 'did:web', host: 'fjord.example:8443' },
      'Signed by fjord.example:8443 (did:web).',
    ],
    [
      'did:web:pages.example:harvard.edu:badges',
      'https://pages.example/harvard.edu/badges/did.json',
      { by: 'did:web', host: 'pages.example', path: '/harvard.edu/badges' },
      'Signed by pages.example/harvard.edu/badges (did:web).',
    ],
    [
      'did:web:xn--hrvard-3ve.edu',
      'https://xn--hrvard-3ve.edu/.well-known/did.json',
      { by: 'did:web', host: 'xn--hrvard-3ve.edu' },
      'Signed by xn--hrvard-3ve.edu (did:web).',
    ],
  ];
  for (const [did, address, proven, text] of rows) {
    const by = await issuer(did, 5);
    const verdict = await judge(await signedBy(by), { [address]: by.controllerDocument });
    assert.equal(verdict.status, 'valid', did);
    assert.deepEqual(verdict.found.issuer?.provenBy, proven);
    assert.equal(findMessage(verdict, 'issuer'), text);
  }
});

test('a did:web whose document names another controller proves nothing', async () => {
  const document = fjord.controllerDocument as { verificationMethod: object[] };
  const [method] = document.verificationMethod;
  for (const bent of [
    { ...document, verificationMethod: [{ ...method, controller: 'did:web:harvard.edu' }] },
    { ...document, id: 'did:web:harvard.edu' },
    { ...document, assertionMethod: [] },
  ]) {
    const verdict = await judge(await signedBy(fjord), {
      'https://fjord.example/.well-known/did.json': bent,
    });
    assert.equal(outcomes(verdict as never).issuer, 'invalid');
    assert.deepEqual(verdict.found.issuer?.id, fjord.did);
    assert.equal(verdict.found.issuer?.provenBy, undefined);
  }
});

test('an https key proves the host of the issuer only when the issuer names the key', async () => {
  const id = 'https://Fjord.example/issuers/1';
  const by = await issuer(id, 6);
  const credential = await signedBy(by);
  const own = await judge(credential, { [id]: by.controllerDocument });
  assert.deepEqual(own.found.issuer?.provenBy, {
    ...{ by: 'https-key', host: 'fjord.example', path: '/issuers/1' },
  });
  assert.equal(
    findMessage(own, 'issuer'),
    'Signed by fjord.example/issuers/1 (key at this address).',
  );

  // The key is on the forger's host, in a document that names the issuer as the controller.
  const victim = 'https://www.harvard.edu/issuer';
  const keys = 'https://forger.example/keys';
  const forger = await issuer(keys, 7);
  const forged = await sign({ issuer: { id: victim, name: named } }, forger);
  const document = forger.controllerDocument as { verificationMethod: object[] };
  const posing = {
    ...document,
    verificationMethod: [{ ...document.verificationMethod[0], controller: victim }],
  };
  for (const there of [{ id: victim }, { id: victim, assertionMethod: [`${victim}#1`] }]) {
    const verdict = await judge(forged, { [keys]: posing, [victim]: there });
    assert.equal(outcomes(verdict as never).issuer, 'invalid');
    assert.equal(verdict.found.issuer?.provenBy, undefined);
  }
});

test('an issuer address that begins with a known name proves only the host that serves it', async () => {
  for (const [id, host] of [
    ['https://www.harvard.edu@forger.example/issuer', 'forger.example'],
    ['https://www.harvard.edu:8443/issuer', 'www.harvard.edu:8443'],
    ['https://www.harvard.edu./issuer', 'www.harvard.edu.'],
    ['https://www.h\u0430rvard.edu/issuer', 'www.xn--hrvard-3nf.edu'],
    ['https://www.harvard.edu.forger.example/issuer', 'www.harvard.edu.forger.example'],
  ] as const) {
    const by = await issuer(id, 8);
    const verdict = await judge(await signedBy(by), { [id]: by.controllerDocument });
    assert.deepEqual(
      verdict.found.issuer?.provenBy,
      { by: 'https-key', host, path: '/issuer' },
      id,
    );
    assert.equal(findMessage(verdict, 'issuer'), `Signed by ${host}/issuer (key at this address).`);
  }
});

test('an expired credential still names its signer, and a changed one names none', async () => {
  const expired = await sign(
    { issuer: { id: fjord.did, name: named }, validUntil: new Date('2026-04-01') },
    fjord,
  );
  const late = await judge(expired, fjordDocument);
  assert.deepEqual(
    [late.status, late.found.issuer?.provenBy],
    ['expired', { by: 'did:web', host: 'fjord.example' }],
  );
  const good = await signedBy(fjord);
  for (const bent of [
    { ...good, name: 'Admiral' },
    { ...good, proof: undefined },
    { ...good, issuer: { ...(good.issuer as object), id: 'did:web:harvard.edu' } },
  ]) {
    const verdict = await judge(bent, fjordDocument);
    assert.notEqual(verdict.outcome, 'valid');
    assert.equal(verdict.found.issuer?.provenBy, undefined);
  }
  const unread = await judge(good);
  assert.deepEqual([unread.status, unread.found.issuer?.provenBy], ['unknown', undefined]);
});

test('a JWT proves its issuer in the same way as a proof', async () => {
  const pair = await crypto.subtle.importKey('pkcs8', pkcs8(3), 'Ed25519', false, ['sign']);
  const { proof: _, ...document } = await signedBy(anyone);
  const method = `${anyone.did}#${anyone.did.slice('did:key:'.length)}`;
  const verdict = await judge(
    await signCredentialJwt(document, createWebCryptoEd25519Signer(method, pair)),
  );
  assert.equal(verdict.status, 'valid');
  assert.equal(verdict.found.issuer?.provenBy?.by, 'did:key');
});

test('an issuer without a name claims none, and an endorsement does not add one', async () => {
  const endorsement = {
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    type: ['VerifiableCredential', 'EndorsementCredential'],
    issuer: { id: 'did:web:accreditor.example', type: ['Profile'], name: 'Accreditor' },
    credentialSubject: { id: anyone.did, type: ['EndorsementSubject'] },
  };
  const plain = await signedBy(anyone);
  for (const profile of [
    anyone.did,
    { id: anyone.did, type: ['Profile'] },
    { id: anyone.did, type: ['Profile'], endorsement: [endorsement] },
  ]) {
    const document: Record<string, unknown> = { ...plain, issuer: profile };
    const { proof: _, ...unsigned } = document;
    const key = await crypto.subtle.importKey('pkcs8', pkcs8(3), 'Ed25519', false, ['sign']);
    const method = `${anyone.did}#${anyone.did.slice('did:key:'.length)}`;
    const verdict = await judge(
      await signCredentialJwt(unsigned, createWebCryptoEd25519Signer(method, key)),
    );
    assert.equal(verdict.found.issuer?.claimedName, undefined);
    assert.equal(verdict.found.issuer?.id, anyone.did);
    assert.equal(verdict.found.issuer?.provenBy?.by, 'did:key');
    // The endorsement has its own result, beside the credential's.
    const { endorsements: _endorsements, ...own } = verdict;
    assert.doesNotMatch(JSON.stringify(own), /Accreditor/);
  }
});

const context = 'https://w3id.org/openbadges/v2';
/**
 * Creates a hosted Open Badges 2.0 badge. The addresses of its three documents decide who is
 * proven.
 */
function hosted(ids: { assertion: string; badge: string; issuer: string }, more: Web = {}): Web {
  return {
    [ids.assertion]: {
      ...{ '@context': context, type: 'Assertion', id: ids.assertion, badge: ids.badge },
      recipient: { type: 'email', hashed: false, identity: 'ada@example.org' },
      ...{ issuedOn: '2026-03-01', verification: { type: 'hosted' } },
    },
    [ids.badge]: {
      ...{ '@context': context, type: 'BadgeClass', id: ids.badge, name: 'Sailor' },
      ...{ description: 'D', image: 'https://a.example/b.png', criteria: { narrative: 'C' } },
      issuer: ids.issuer,
    },
    [ids.issuer]: {
      ...{ '@context': context, type: 'Issuer', id: ids.issuer, name: named },
      ...{ url: 'https://www.harvard.edu', email: 'badges@harvard.edu', ...more },
    },
  };
}
const at = (host: string) => ({
  assertion: `${host}/a/1`,
  badge: `${host}/b/1`,
  issuer: `${host}/i/1`,
});

test('a hosted badge proves its host, and never the name of its issuer', async () => {
  const ids = at('https://fjord.example');
  const verdict = await judge(ids.assertion, hosted(ids));
  assert.equal(verdict.status, 'valid');
  assert.deepEqual(verdict.found.issuer, {
    id: ids.issuer,
    provenBy: { by: 'hosted', host: 'fjord.example', encrypted: true },
    claimedName: named,
    name: named,
    url: 'https://www.harvard.edu',
  });
  assert.equal(findMessage(verdict, 'issuer'), 'Hosted at fjord.example.');
  assert.doesNotMatch(JSON.stringify(verdict.checks), /Harvard/);
});

test('a hosted badge read without encryption says so', async () => {
  const secure = at('https://fjord.example');
  const plain = at('http://fjord.example');
  for (const ids of [
    plain,
    { ...plain, issuer: secure.issuer },
    { ...secure, badge: plain.badge },
  ]) {
    const verdict = await judge(ids.assertion, hosted(ids));
    assert.equal(verdict.status, 'valid');
    assert.deepEqual(verdict.found.issuer?.provenBy, {
      ...{ by: 'hosted', host: 'fjord.example', encrypted: false },
    });
    assert.equal(
      findMessage(verdict, 'issuer'),
      'Hosted at fjord.example, without encryption (http).',
    );
  }
});

test('an issuer profile on another host counts only when it names the host of the assertion', async () => {
  const ids = { ...at('https://platform.example'), issuer: 'https://fjord.example/i/1' };
  const silent = await judge(ids.assertion, hosted(ids));
  assert.deepEqual([silent.status, silent.found.issuer?.provenBy], ['invalid', undefined]);
  assert.doesNotMatch(findMessage(silent, 'issuer') ?? '', /Hosted at|Harvard/);
  const names = { verification: { type: 'hosted', allowedOrigins: 'platform.example' } };
  const verdict = await judge(ids.assertion, hosted(ids, names));
  assert.equal(verdict.status, 'valid');
  assert.deepEqual(verdict.found.issuer?.provenBy, {
    ...{ by: 'hosted', host: 'fjord.example', assertionHost: 'platform.example', encrypted: true },
  });
  assert.equal(
    findMessage(verdict, 'issuer'),
    'Hosted at platform.example on behalf of fjord.example.',
  );
});

test('an embedded profile proves the host of the document that contains it', async () => {
  const ids = at('https://forger.example');
  const all = hosted(ids);
  const profile = all[ids.issuer] as object;
  for (const id of ['urn:uuid:1', 'mailto:badges@harvard.edu', '_:b0']) {
    const embedded = {
      ...{ ...profile, id },
      verification: { type: 'hosted', allowedOrigins: ['forger.example'] },
    };
    const badge = { ...(all[ids.badge] as object), issuer: embedded };
    const verdict = await judge(ids.assertion, { ...all, [ids.badge]: badge });
    assert.deepEqual(
      verdict.found.issuer?.provenBy,
      { by: 'hosted', host: 'forger.example', encrypted: true },
      id,
    );
  }
  // A profile with another host's address is read from that host, which doesn't name the forger.
  const posing = { ...profile, id: 'https://www.harvard.edu/i', name: 'Mine' };
  const badge = { ...(all[ids.badge] as object), issuer: posing };
  const theirs = { ...profile, id: 'https://www.harvard.edu/i' };
  const verdict = await judge(ids.assertion, {
    ...{ ...all, [ids.badge]: badge, 'https://www.harvard.edu/i': theirs },
  });
  assert.deepEqual([verdict.status, verdict.found.issuer?.provenBy], ['invalid', undefined]);
});

test('every kind of proof has a sentence that names the proven identity', () => {
  const rows: [ProvenBy, string][] = [
    [
      { by: 'jwk', thumbprint: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs' },
      'Signed by the key with the thumbprint NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs. No website vouches for this key.',
    ],
    [
      { by: 'https-key', host: 'fjord.example', path: `/${'x'.repeat(5_000)}` },
      `Signed by fjord.example/${'x'.repeat(199)}… (key at this address).`,
    ],
    [{ by: 'did:new' } as never, 'Proven by did:new.'],
    [{ by: 'https-key', host: 'fjord.example' }, 'Signed by fjord.example (key at this address).'],
  ];
  for (const [provenBy, text] of rows) assert.equal(describeIdentity(provenBy), text);
});
