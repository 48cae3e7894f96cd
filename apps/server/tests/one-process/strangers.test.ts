import assert from 'node:assert/strict';
import { after, before, mock, test } from 'node:test';
import { decodeList } from '@digitalbazaar/vc-bitstring-status-list';
import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import { assertOk, createTestClient, type SendRequest } from '../support/client.ts';
import { startOverHttps } from '../support/https.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import {
  type OtherVerdict,
  readInternationalText,
  verifyWithDigitalBazaar,
  verifyWithJose,
  verifyWithVerifierCore,
} from '../support/other-verifiers.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
  signInByCode,
} from '../support/people.ts';
import { readZip } from '../support/read-zip.ts';
import { createWalletKey, signProof } from '../support/wallet.ts';
import { openWalletAccess } from '../support/wallet-access.ts';

let instance: Instance;
let anyone: SendRequest;
let owner: Owner;
let issuerId: string;
let badgeId: string;
const ids = { good: '', expired: '' };
before(async () => {
  instance = await startOverHttps();
  anyone = createTestClient(instance.url);
  owner = await createOwner(instance);
  issuerId = await createIssuer(owner);
  badgeId = await createBadge(owner, issuerId, {
    ...{ tags: ['sea', 'wind'], achievementType: 'MicroCredential', language: 'en' },
    alignment: [
      { targetName: 'Knots', targetUrl: 'https://framework.example/1', targetFramework: 'ESCO' },
      { targetName: 'Tides', targetUrl: 'https://framework.example/2', targetCode: 'S1' },
    ],
    attributes: [
      { name: 'Grade', type: 'number', resultType: 'GradePointAverage' },
      { name: 'Class of service', type: 'text', resultType: 'ext:Class' },
      { name: 'Berth', type: 'text' },
    ],
  });
  ids.good = await issueAward(owner, badgeId, {
    issuedOn: '2020-01-01',
    narrative: 'Sailed **alone** around the cape',
    evidence: [
      { id: 'https://log.example/1', genre: 'Log' },
      { narrative: 'A storm', name: 'Log' },
    ],
    attributes: { Grade: 1.3, 'Class of service': 'First', Berth: '7' },
  });
  ids.expired = await issueAward(owner, badgeId, { issuedOn: '2020-01-01', expires: '2020-02-01' });
});
after(() => instance.stop());

// verifier-core requests JSON schemas and continues without them. Nothing leaves this machine.
const fetched = globalThis.fetch;
mock.method(globalThis, 'fetch', async (...call: Parameters<typeof fetch>) => {
  const [input] = call;
  const { hostname } = new URL(input instanceof Request ? input.url : input);
  if (!['localhost', '127.0.0.1'].includes(hostname)) throw new Error(`not fetched: ${hostname}`);
  return fetched(...call);
});
for (const say of ['log', 'error'] as const) mock.method(console, say, () => {});

const read = async (id: string) => ({
  document: assertOk(await anyone('GET', `/credentials/${id}/vc`)).body,
  jwt: assertOk(await anyone('GET', `/credentials/${id}/vc.jwt`)).text,
});
type HeldDocument = Awaited<ReturnType<typeof read>>;

/** Results of all verifiers. */
const judge = async ({ document, jwt }: HeldDocument): Promise<Record<string, OtherVerdict>> => ({
  verifierCore: await verifyWithVerifierCore(document),
  digitalBazaar: await verifyWithDigitalBazaar(document),
  jose: await verifyWithJose(jwt),
});
const good = {
  verifierCore: { valid_signature: true, expiration: true, revocation_status: true },
  digitalBazaar: { verified: true, revoked: false },
  jose: { revoked: false },
};

test('other verifiers accept a valid credential by did:web and our status list alone', async () => {
  assert.deepEqual(await judge(await read(ids.good)), good);
});

test('other verifiers detect a revoked and an erased credential, also from an earlier copy', async () => {
  for (const [path, method] of [
    ['/revoke', 'POST'],
    ['', 'DELETE'],
  ] as const) {
    const id = await issueAward(owner, badgeId, { issuedOn: '2020-01-01' });
    const copy = await read(id);
    assert.deepEqual(await judge(copy), good);
    assertOk(await owner.api(method, `/awards/${id}${path}`));
    assert.deepEqual(await judge(copy), {
      verifierCore: { valid_signature: true, expiration: true, revocation_status: false },
      digitalBazaar: { verified: true, revoked: true },
      jose: { revoked: true },
    });
  }
});

test('a wallet that follows the page’s link receives the credential and finds it valid', async () => {
  const browser = { headers: { accept: 'text/html' } };
  const credential = await (await fetch(`${instance.url}/credentials/${ids.good}`, browser)).text();
  const [, offered = ''] = /href="([^"]+)" rel="nofollow"/.exec(credential) ?? [];
  const page = await (await fetch(offered, browser)).text();
  const [, link = ''] = /href="(https:\/\/lcw\.app\/[^"]+)"/.exec(page) ?? [];
  // Learner Credential Wallet decodes the query twice.
  const request = new URL(link.replaceAll('&amp;', '&')).searchParams.get('request') ?? '';
  const { credentialRequestOrigin, protocols } = JSON.parse(decodeURI(request));
  assert.equal(credentialRequestOrigin, instance.url);
  const headers = { 'content-type': 'application/json' };
  const started = await fetch(protocols.vcapi, { method: 'POST', headers, body: '{}' });
  const { verifiablePresentation: offer } = JSON.parse(await started.text());
  assert.ok(offer.type.includes('VerifiablePresentation'));
  const { document, jwt } = await read(ids.good);
  assert.deepEqual(offer.verifiableCredential, [document]);
  assert.deepEqual(await judge({ document: offer.verifiableCredential[0], jwt }), good);
});

test('other verifiers accept copies bound to a wallet’s key until their credential is revoked', async () => {
  const email = 'holder@example.org';
  const id = await issueAward(owner, badgeId, {
    ...{ recipient: { name: 'Ada Lovelace', email }, issuedOn: '2020-01-01' },
    ...{ narrative: 'Sailed **alone**', evidence: [{ narrative: 'A storm', name: 'Log' }] },
  });
  const authorization = `Bearer ${await openWalletAccess(instance, issuerId, id, email)}`;
  const wallet = createTestClient(instance.url, { authorization });
  const aud = `${instance.url}/issuer/${issuerId}`;
  const key = await createWalletKey();
  const collect = async (configuration: string) => {
    const { c_nonce: nonce } = assertOk(await wallet('POST', `/issuer/${issuerId}/nonce`)).body;
    const proof = await signProof(key, { aud, nonce, now: instance.clock.now() });
    const { credentials } = assertOk(
      await wallet('POST', `/issuer/${issuerId}/credential`, {
        ...{ credential_configuration_id: configuration, proofs: { jwt: [proof] } },
      }),
    ).body;
    return credentials[0].credential;
  };
  const document = await collect('open_badge_ldp');
  const copies = { document, jwt: await collect('open_badge_jwt') };
  const whole: string = await collect('open_badge_sd_jwt');
  const [sdJwt = ''] = whole.split('~');
  const verifyHere = async (document: string) =>
    assertOk(await anyone('POST', '/verify', { document, email })).body;
  const here = await verifyHere(whole);
  assert.equal(here.status, 'valid', JSON.stringify(here.checks));
  assert.equal(here.found.recipient.name, 'Ada Lovelace');
  assert.equal((await verifyHere(`${sdJwt}~`)).status, 'unknown', 'the address is withheld');
  assert.equal(document.credentialSubject.id, key.did);
  assert.deepEqual(await judge(copies), good);
  assert.deepEqual(await verifyWithJose(sdJwt), good.jose);
  assertOk(await owner.api('POST', `/awards/${id}/revoke`));
  assert.deepEqual(await judge(copies), {
    verifierCore: { valid_signature: true, expiration: true, revocation_status: false },
    digitalBazaar: { verified: true, revoked: true },
    jose: { revoked: true },
  });
  assert.deepEqual(await verifyWithJose(sdJwt), { revoked: true });
  assert.equal((await verifyHere(whole)).status, 'revoked');
});

test('other verifiers accept the files of a recipient’s export, with its keys and lists alone', async () => {
  const email = 'takes-along@example.org';
  const recipient = { name: 'Ada Lovelace', email };
  const id = await issueAward(owner, badgeId, { recipient, issuedOn: '2020-01-01' });
  const { cookie } = await signInByCode(instance, email);
  const answer = await fetch(`${instance.url}/my/export`, { headers: { cookie } });
  const files = await readZip(answer);
  const find = (name: string) =>
    Object.entries(files).flatMap(([file, text]) => (file.endsWith(name) ? [text] : []));
  const [document, keys] = [
    JSON.parse(find('/credential.json')[0] ?? ''),
    JSON.parse(files[`issuers/${issuerId}/did.json`] ?? ''),
  ];
  const [jwt = '', ...more] = find('/credential.jwt');
  assert.deepEqual(more, []);
  assert.ok(document.id.includes(id));
  assert.deepEqual(await judge({ document, jwt }), good);
  // As published, and enough without a network.
  const published = assertOk(await anyone('GET', `/issuer/${issuerId}/did.json`)).body;
  assert.deepEqual(keys, published);
  const { kid, alg } = decodeProtectedHeader(jwt);
  const method = keys.verificationMethod.find((each: { id: string }) => each.id === kid);
  const key = await importJWK(method.publicKeyJwk, alg);
  const { payload } = await jwtVerify(jwt, key, { issuer: keys.id });
  const status = payload.credentialStatus as Record<string, string>;
  const listId = status.statusListCredential?.split('/').at(-1);
  const list = JSON.parse(files[`status-lists/${listId}.json`] ?? '');
  assert.equal(list.id, status.statusListCredential);
  const statuses = await decodeList(list.credentialSubject);
  assert.equal(statuses.getStatus(Number(status.statusListIndex)), false);
  const page = files['index.html'] ?? '';
  for (const part of [keys.id, list.credentialSubject.encodedList]) assert.ok(page.includes(part));
});

test('a certificate of another Insignia is imported into My credentials with its embedded credential', async () => {
  const email = 'brings-along@example.org';
  const recipient = { name: 'Ada Lovelace', email };
  const id = await issueAward(owner, badgeId, { recipient, issuedOn: '2020-01-01' });
  const answer = await fetch(`${instance.url}/awards/${id}/pdf`);
  const pdf = Buffer.from(await answer.arrayBuffer());
  const other = await startInstance({ VERIFY_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8' });
  try {
    const { cookie, session } = await signInByCode(other, email);
    const form = new FormData();
    form.set('file', new Blob([pdf]), 'certificate.pdf');
    const headers = { cookie, origin: other.url };
    const sent = await fetch(`${other.url}/my/imports`, { method: 'POST', body: form, headers });
    assert.equal(sent.status, 201, await sent.text());
    const [item, ...more] = assertOk(await session('GET', '/my/credentials')).body.items;
    assert.deepEqual(more, []);
    assert.deepEqual([item.status, item.imported.edition], ['valid', '3.0']);
    assert.equal(item.recipient.email, email);
    assert.ok(item.imported.provenBy);
  } finally {
    await other.stop();
  }
});

test('other verifiers detect an expired credential', async () => {
  assert.deepEqual(await judge(await read(ids.expired)), {
    verifierCore: { valid_signature: true, expiration: false, revocation_status: true },
    digitalBazaar: 'The current date time is after "validUntil".',
    jose: 'ERR_JWT_EXPIRED',
  });
});

test('other verifiers reject the signature of a changed credential', async () => {
  const { document, jwt } = await read(ids.good);
  const [header, payload = '', signature] = jwt.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const changed = Buffer.from(JSON.stringify({ ...claims, name: 'Admiral' })).toString('base64url');
  const tampered = {
    document: { ...document, name: 'Admiral' },
    jwt: [header, changed, signature].join('.'),
  };
  assert.deepEqual(await judge(tampered), {
    verifierCore: 'invalid_signature',
    digitalBazaar: 'Invalid signature.',
    jose: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
  });
});

test('other verifiers accept the credential that is baked into the badge image', async () => {
  const answer = await fetch(`${instance.url}/credentials/${ids.good}/badge3.png`);
  const png = Buffer.from(await answer.arrayBuffer());
  const [text = '', ...more] = readInternationalText(png, 'openbadgecredential');
  assert.deepEqual(more, []);
  const { jwt } = await read(ids.good);
  assert.deepEqual(await judge({ document: JSON.parse(text), jwt }), good);
});

test('other verifiers accept signatures of a replaced key and reject those of a revoked key', async () => {
  const copy = await read(ids.good);
  const keys = `/issuers/${issuerId}/keys`;
  assertOk(await owner.session('POST', `${keys}/rotate`, { parameters: {} }));
  const { digitalBazaar, jose } = await judge(copy);
  assert.deepEqual([digitalBazaar, jose], [good.digitalBazaar, good.jose]);
  assertOk(await owner.session('POST', `${keys}/revoke`, { parameters: { reason: 'Stolen' } }));
  const [proof, token] = [
    await verifyWithDigitalBazaar(copy.document),
    await verifyWithJose(copy.jwt),
  ];
  assert.deepEqual([proof, token], ['its key may not sign', 'its key may not sign']);
});
