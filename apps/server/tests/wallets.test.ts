// Add to wallet: OpenID4VCI 1.0 with an independent client as the wallet.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { decodeStatusList, readStatus } from '@insignia/openbadges/v3';
import { getListFromStatusListJWT } from '@sd-jwt/jwt-status-list';
import { SDJwtVcInstance } from '@sd-jwt/sd-jwt-vc';
import { compactVerify, decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from 'jose';
import { sql } from 'kysely';
import { eraseCredentials } from '../src/features/credentials/index.ts';
import { registerWalletsWork } from '../src/features/wallets/index.ts';
import { collectWork } from '../src/platform/jobs/index.ts';
import { assertOk, assertRefused, createTestClient } from './support/client.ts';
import { waitUntilBlocked } from './support/database-for-file.ts';
import { startInstance } from './support/instance.ts';
import { openTransaction } from './support/open-transaction.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  signInByCode,
} from './support/people.ts';
import { useInstance } from './support/use-instance.ts';
import {
  createWallet,
  createWalletKey,
  openOfferLink,
  signProof,
  type WalletKey,
} from './support/wallet.ts';
import { openWalletOffer } from './support/wallet-access.ts';

const instance = await useInstance();
const { url, db, mailbox, clock } = instance;
const owner = await createOwner(instance, 'pro');
const issuerId = await createIssuer(owner, { name: 'Our University' });
const badgeId = await createBadge(owner, issuerId);
const identifier = `${url}/issuer/${issuerId}`;
const anyone = createTestClient(url);
const grant = 'urn:ietf:params:oauth:grant-type:pre-authorized_code';

/** Members of copies that the tests compare. */
type Claims = {
  iss: string;
  sub: string;
  proof: { cryptosuite: string; verificationMethod: string };
  cnf: unknown;
  credentialSubject: { id: string };
  credentialStatus: { statusListCredential: string; statusListIndex: string };
  status: { status_list: { idx: number; uri: string } };
};

let serial = 0;
const newAddress = () => `holder-${++serial}-${crypto.randomUUID().slice(0, 8)}@example.org`;
const issueTo = (email: string, more: object = {}) =>
  issueAward(owner, badgeId, { recipient: { name: 'Ada Lovelace', email }, ...more });
const readTxCode = async (email: string, before = 0): Promise<string> => {
  const { mail } = await mailbox.waitFor(email, /^Your wallet code/, before);
  return /\b\d{6}\b/.exec(mail.text ?? '')?.[0] ?? '';
};
const countMails = async (email: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from mails where recipient = ${email}`.execute(db);
  return rows[0]?.count ?? 0;
};
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const sendToken = (fields: Record<string, string>, issuer = issuerId) =>
  anyone('POST', `/issuer/${issuer}/token`, `${new URLSearchParams(fields)}`, form);
const readOffer = async (link: string) => {
  const uri = new URL(link).searchParams.get('credential_offer_uri') ?? '';
  return anyone('GET', new URL(uri).pathname);
};
const codeIn = async (link: string): Promise<string> =>
  assertOk(await readOffer(link)).body.grants[grant]['pre-authorized_code'];
const newNonce = async (): Promise<string> =>
  assertOk(await anyone('POST', `/issuer/${issuerId}/nonce`)).body.c_nonce;

/** A recipient, signed in, with a credential and an access token for it. */
async function openAccess(more: object = {}) {
  const email = newAddress();
  const awardId = await issueTo(email, more);
  const { cookie, session } = await signInByCode(instance, email);
  return { email, awardId, cookie, session, ...(await openToken(awardId, cookie)) };
}

/** Another access token for a credential of this session. */
async function openToken(awardId: string, cookie: string) {
  const link = await openOfferLink(url, awardId, { cookie });
  const code = await codeIn(link);
  const { access_token: token } = assertOk(
    await sendToken({ grant_type: grant, 'pre-authorized_code': code }),
  ).body;
  const wallet = createTestClient(url, { authorization: `Bearer ${token}` });
  const request = (jwt: string[], id = 'open_badge_jwt', from = wallet) =>
    from('POST', `/issuer/${issuerId}/credential`, {
      ...{ credential_configuration_id: id, proofs: { jwt } },
    });
  return { link, code, token, wallet, request };
}

const prove = async (key: WalletKey, changes = {}) =>
  signProof(key, { aud: identifier, nonce: await newNonce(), now: clock.now() }, changes);

async function verifyByIssuer(jwt: string) {
  const { verificationMethod } = assertOk(await anyone('GET', `/issuer/${issuerId}/did.json`)).body;
  const { kid, alg } = decodeProtectedHeader(jwt);
  const method = verificationMethod.find(({ id }: { id: string }) => id === kid);
  await compactVerify(jwt, await importJWK(method.publicKeyJwk, alg));
  return decodeJwt<Claims>(jwt);
}

async function isListed({ credentialStatus }: Claims): Promise<boolean> {
  const { statusListCredential, statusListIndex } = credentialStatus;
  const list = assertOk(await anyone('GET', new URL(statusListCredential).pathname)).body;
  const bits = await decodeStatusList(list.credentialSubject.encodedList);
  return readStatus(bits, Number(statusListIndex));
}

/** Verifies an SD-JWT VC and its status with a library of another vendor. */
async function verifySdJwt(copy: string) {
  const reader = new SDJwtVcInstance({
    hasher: (data) =>
      createHash('sha256')
        .update(typeof data === 'string' ? data : Buffer.from(data))
        .digest(),
    hashAlg: 'sha-256',
    verifier: async (data, signature) => {
      await verifyByIssuer(`${data}.${signature}`);
      return true;
    },
  });
  const currentDate = Math.floor(clock.now().getTime() / 1_000);
  return reader.verify(copy, { currentDate });
}

/** Runs the protocol with a client of another vendor. */
async function collect(link: string, id: string, keys: WalletKey[], txCode?: string) {
  const client = createWallet(keys);
  const credentialOffer = await client.resolveCredentialOffer(link);
  const issuerMetadata = await client.resolveIssuerMetadata(credentialOffer.credential_issuer);
  const { accessTokenResponse } = await client.retrievePreAuthorizedCodeAccessTokenFromOffer({
    ...{ credentialOffer, issuerMetadata, ...(txCode && { txCode }) },
  });
  const accessToken = accessTokenResponse.access_token;
  const { c_nonce: nonce } = await client.requestNonce({ issuerMetadata });
  const jwts = await Promise.all(
    keys.map(async ({ did, jwk, alg }, at) => {
      const signer =
        at % 2 === 0
          ? ({ method: 'jwk', publicJwk: jwk, alg } as const)
          : ({ method: 'did', didUrl: `${did}#0`, alg } as const);
      const options = { issuerMetadata, signer, nonce, credentialConfigurationId: id };
      const { jwt } = await client.createCredentialRequestJwtProof({
        ...options,
        issuedAt: clock.now(),
      });
      return jwt;
    }),
  );
  const { credentialResponse } = await client.retrieveCredentials({
    ...{ issuerMetadata, accessToken, credentialConfigurationId: id },
    proofs: { jwt: jwts as [string, ...string[]] },
  });
  const notificationId = credentialResponse.notification_id ?? '';
  const notify = (event: 'credential_accepted' | 'credential_deleted') =>
    client.sendNotification({
      ...{ issuerMetadata, accessToken },
      notification: { notificationId, event },
    });
  const copies = (credentialResponse.credentials ?? []).map(
    (each) => (each as { credential: unknown }).credential,
  );
  return { copies, notify };
}

test('a wallet gets copies in all three formats for a recipient who is signed in, and revoking reaches them', async () => {
  const email = newAddress();
  const awardId = await issueTo(email);
  const { cookie, session } = await signInByCode(instance, email);
  const keys = [await createWalletKey(), await createWalletKey('EdDSA')];
  const links = [
    await openOfferLink(url, awardId, { cookie }),
    await openOfferLink(url, awardId, { cookie }),
    await openOfferLink(url, awardId, { cookie }),
  ] as const;
  const { copies: jwts, notify } = await collect(links[0], 'open_badge_jwt', keys);
  const { copies: documents } = await collect(links[1], 'open_badge_ldp', keys);
  const { copies: sdJwts } = await collect(links[2], 'open_badge_sd_jwt', keys);
  const read: Claims[] = [];
  for (const [at, { did, jwk }] of keys.entries()) {
    const jwt = await verifyByIssuer(jwts[at] as string);
    assert.deepEqual([jwt.sub, jwt.credentialSubject.id], [did, did]);
    const document = documents[at] as Claims;
    assert.equal(document.credentialSubject.id, did);
    const { cryptosuite, verificationMethod } = document.proof;
    assert.deepEqual([cryptosuite, verificationMethod.split('#')[0]], ['eddsa-rdfc-2022', jwt.iss]);
    const [issued = ''] = (sdJwts[at] as string).split('~');
    const sdJwt = await verifyByIssuer(issued);
    assert.deepEqual([sdJwt.cnf, sdJwt.sub], [{ jwk }, did]);
    const { idx, uri } = sdJwt.status.status_list;
    assert.equal(String(idx), sdJwt.credentialStatus.statusListIndex);
    assert.equal(uri, `${sdJwt.credentialStatus.statusListCredential}/token`);
    const { payload } = await verifySdJwt(sdJwts[at] as string);
    assert.deepEqual(payload.cnf, { jwk });
    read.push(jwt, document, sdJwt);
  }
  for (const copy of read) assert.equal(await isListed(copy), false);
  const countCopies = async () =>
    assertOk(await session('GET', '/my/credentials')).body.items[0].walletCopies;
  assert.equal(await countCopies(), 6);
  await notify('credential_accepted');
  assert.equal(await countCopies(), 6);
  await notify('credential_deleted');
  await notify('credential_deleted');
  assert.equal(await countCopies(), 4);
  assertOk(await owner.api('POST', `/awards/${awardId}/revoke`));
  for (const copy of read) assert.equal(await isListed(copy), true);
  for (const copy of sdJwts)
    await assert.rejects(verifySdJwt(copy as string), /Status is not valid/);
});

test('a correction revokes the SD-JWT VC copies of the earlier edition, and later copies are valid', async () => {
  const { awardId, cookie, request } = await openAccess();
  const bind = async (send = request) => {
    const proof = await prove(await createWalletKey());
    return assertOk(await send([proof], 'open_badge_sd_jwt')).body.credentials[0].credential;
  };
  const earlier = await bind();
  assertOk(
    await owner.api('PUT', `/awards/${awardId}`, { parameters: { narrative: 'Well done' } }),
  );
  const later = await bind((await openToken(awardId, cookie)).request);
  await assert.rejects(verifySdJwt(earlier), /Status is not valid/);
  await verifySdJwt(later);
  const [before, after] = [earlier, later].map((copy: string) => {
    const { status } = decodeJwt<Claims>(copy.split('~')[0] as string);
    return status.status_list;
  });
  assert.equal(before?.uri, after?.uri);
  const list = await anyone('GET', new URL(before?.uri ?? '').pathname);
  const statuses = getListFromStatusListJWT(list.text);
  assert.deepEqual(
    [before, after].map((each) => statuses.getStatus(each?.idx ?? -1)),
    [1, 0],
  );
});

test('without a session, the wallet needs the code that the recipient gets when a wallet reads the offer', async () => {
  const email = newAddress();
  const awardId = await issueTo(email);
  const link = await openOfferLink(url, awardId);
  assert.equal(await countMails(email), 0, 'opening the offer sends nothing');
  const first = assertOk(await readOffer(link)).body;
  const again = assertOk(await readOffer(link)).body;
  assert.deepEqual(first, again);
  assert.equal(first.grants[grant].tx_code.length, 6);
  const txCode = await readTxCode(email);
  assert.equal(await countMails(email), 1, 'one email per offer');
  const { copies } = await collect(link, 'open_badge_jwt', [await createWalletKey()], txCode);
  assert.equal(copies.length, 1);
  assertOk(await owner.api('DELETE', `/awards/${awardId}`));
  assert.equal(await countMails(email), 0, 'erased with the credential');
});

test('codes for wallets have limits of their own, which do not show who has the same recipient', async () => {
  const limited = await startInstance({ RATE_LIMIT: 'on' });
  try {
    const issuing = await createOwner(limited);
    const badge = await createBadge(issuing, await createIssuer(issuing));
    const recipient = { name: 'Ada Lovelace', email: newAddress() };
    const awardId = await issueAward(issuing, badge, { recipient });
    const countTaken = async (pattern: string): Promise<number> => {
      const { rows } = await sql<{ points: number }>`
        select coalesce(sum(points), 0)::int as points from rate_limits where key like ${pattern}`.execute(
        limited.db,
      );
      return rows[0]?.points ?? Number.NaN;
    };
    const limits = ['mails-%', 'claim-mails-%', 'wallet-mails-%'];
    const [team = 0] = await Promise.all(limits.map(countTaken));
    const readNew = async (credentialId: string) => {
      const offerToken = await openWalletOffer(limited, credentialId);
      return createTestClient(limited.url)('GET', `/offers/${offerToken}`);
    };
    assertOk(await readNew(awardId));
    assert.deepEqual(await Promise.all(limits.map(countTaken)), [team, 0, 1]);
    for (let n = 0; n < 2; n++) assertOk(await readNew(awardId));
    assertRefused(await readNew(awardId), 429, 'too_many_requests');
    const countSent = async (): Promise<number> => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from mails where kind = 'wallet-code'`.execute(limited.db);
      return rows[0]?.count ?? Number.NaN;
    };
    // The mailbox gets ten an hour. What a stranger sees is the same for every credential.
    for (const sent of [6, 9, 10]) {
      const another = await issueAward(issuing, badge, { recipient });
      for (let n = 0; n < 3; n++) {
        const offerToken = await openWalletOffer(limited, another);
        const read = () => createTestClient(limited.url)('GET', `/offers/${offerToken}`);
        const first = assertOk(await read()).body;
        assert.deepEqual(assertOk(await read()).body, first);
        assert.equal(first.grants[grant].tx_code.length, 6);
      }
      assertRefused(await readNew(another), 429, 'too_many_requests');
      assert.equal(await countSent(), sent);
    }
    assert.deepEqual(await Promise.all(limits.map(countTaken)), [team, 0, 12]);
  } finally {
    await limited.stop();
  }
});

test('five wrong transaction codes void an offer', async () => {
  const email = newAddress();
  const link = await openOfferLink(url, await issueTo(email));
  const code = await codeIn(link);
  const txCode = await readTxCode(email);
  const wrong = txCode === '000000' ? '000001' : '000000';
  const fields = { grant_type: grant, 'pre-authorized_code': code };
  assertRefused(await sendToken(fields), 400, 'invalid_request');
  for (let tries = 0; tries < 5; tries++)
    assertRefused(await sendToken({ ...fields, tx_code: wrong }), 400, 'invalid_grant');
  assertRefused(await sendToken({ ...fields, tx_code: txCode }), 400, 'invalid_grant');
});

test('a code works once, also for two wallets at the same time', async () => {
  const email = newAddress();
  const awardId = await issueTo(email);
  const { cookie } = await signInByCode(instance, email);
  const code = await codeIn(await openOfferLink(url, awardId, { cookie }));
  const fields = { grant_type: grant, 'pre-authorized_code': code };
  assertRefused(await sendToken({ ...fields, tx_code: '123456' }), 400, 'invalid_request');
  const responses = await Promise.all([sendToken(fields), sendToken(fields), sendToken(fields)]);
  assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 400, 400]);
  assertRefused(await sendToken(fields), 400, 'invalid_grant');
});

test('tokens are refused for another issuer, another use and after their lifetime', async () => {
  const other = await createIssuer(owner);
  const { code, token, link, request, awardId, cookie } = await openAccess();
  assertRefused(await readOffer(link), 404, 'wallet_offer_not_found');
  const unused = await openOfferLink(url, awardId, { cookie });
  const fields = { grant_type: grant, 'pre-authorized_code': await codeIn(unused) };
  assertRefused(await sendToken(fields, other), 400, 'invalid_grant');
  assertRefused(await sendToken({ ...fields, 'pre-authorized_code': token }), 400, 'invalid_grant');
  assertRefused(
    await sendToken({ ...fields, grant_type: 'password' }),
    400,
    'unsupported_grant_type',
  );
  assertRefused(await sendToken({}), 400, 'invalid_request');
  const proof = await prove(await createWalletKey());
  for (const authorization of ['', 'Bearer x', `Bearer ${code}`, `Basic ${token}`]) {
    const refused = await request(
      [proof],
      'open_badge_jwt',
      createTestClient(url, { authorization }),
    );
    assertRefused(refused, 401, 'invalid_token');
    const challenge = authorization ? 'Bearer error="invalid_token"' : 'Bearer';
    assert.equal(refused.headers.get('www-authenticate'), challenge);
  }
  const now = clock.now();
  try {
    // Longer ones would have to be bound to the wallet (OpenID4VCI 1.0 §13.10).
    clock.set(new Date(now.getTime() + 5 * 60_000 + 1_000));
    assertRefused(await request([proof]), 401, 'invalid_token');
    assertOk(await readOffer(unused));
    clock.set(new Date(now.getTime() + 10 * 60_000 + 1_000));
    assertRefused(await sendToken(fields), 400, 'invalid_grant');
    assertRefused(await readOffer(unused), 404, 'wallet_offer_not_found');
  } finally {
    clock.set(now);
  }
});

test('proofs with a wrong nonce, audience, age, algorithm or key bind nothing', async () => {
  const { request, awardId } = await openAccess();
  const [key, stranger] = [await createWalletKey(), await createWalletKey()];
  const seconds = Math.floor(clock.now().getTime() / 1_000);
  const none = [{ typ: 'openid4vci-proof+jwt', alg: 'none', jwk: key.jwk }, { aud: identifier }]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  for (const jwt of [
    'x',
    `${none}.`,
    await prove(key, { header: { typ: 'JWT' } }),
    await prove(key, { signedBy: stranger }),
    await prove(key, { header: { kid: `${key.did}#0` } }),
    await prove(key, { header: { jwk: undefined, kid: 'did:web:wallet.example#0' } }),
    await prove(key, { claims: { aud: url } }),
    await prove(key, { claims: { nonce: undefined } }),
    await prove(key, { claims: { iat: seconds - 3_600 } }),
    await prove(key, { claims: { iat: seconds + 3_600 } }),
    await prove(key, { claims: { exp: seconds - 3_600 } }),
    // Signed with the public key as the secret.
    await new SignJWT({ aud: identifier, nonce: await newNonce(), iat: seconds })
      .setProtectedHeader({ typ: 'openid4vci-proof+jwt', alg: 'HS256', jwk: key.jwk })
      .sign(Buffer.from(JSON.stringify(key.jwk))),
  ])
    assertRefused(await request([jwt]), 400, 'invalid_proof');
  const other = await createIssuer(owner);
  const foreign = assertOk(await anyone('POST', `/issuer/${other}/nonce`)).body.c_nonce;
  for (const nonce of ['x', foreign, 7])
    assertRefused(await request([await prove(key, { claims: { nonce } })]), 400, 'invalid_nonce');
  const good = await prove(key);
  assertRefused(await request([good, await prove(key)]), 400, 'invalid_proof');
  assertRefused(
    await request([good, await prove(stranger, { signedBy: key })]),
    400,
    'invalid_proof',
  );
  assertRefused(await request(Array(200).fill(good)), 400, 'invalid_proof');
  assertRefused(await request([good], 'x'), 400, 'unknown_credential_configuration');
  const { rows } = await sql`select 1 from wallet_copies where credential_id = ${awardId}`.execute(
    db,
  );
  assert.equal(rows.length, 0);
  assert.equal(assertOk(await request([good])).body.credentials.length, 1);
});

test('a nonce expires after five minutes', async () => {
  const key = await createWalletKey();
  const old = await newNonce();
  const now = clock.now();
  try {
    clock.set(new Date(now.getTime() + 60_000));
    const { request } = await openAccess();
    clock.set(new Date(now.getTime() + 5 * 60_000 + 1_000));
    assertRefused(
      await request([await prove(key, { claims: { nonce: old } })]),
      400,
      'invalid_nonce',
    );
    assertOk(await request([await prove(key)]));
  } finally {
    clock.set(now);
  }
});

test('a credential that is revoked between offer and issue is not issued', async () => {
  const { request, awardId, cookie } = await openAccess();
  const proof = await prove(await createWalletKey());
  const unused = await openOfferLink(url, awardId, { cookie });
  const code = await codeIn(unused);
  assertOk(await owner.api('POST', `/awards/${awardId}/revoke`));
  assertRefused(await request([proof]), 400, 'credential_request_denied');
  assertRefused(await readOffer(unused), 409, 'credential_not_offered');
  const fields = { grant_type: grant, 'pre-authorized_code': code };
  assertRefused(await sendToken(fields), 400, 'invalid_grant');
  assertRefused(
    await anyone('GET', `/credentials/${awardId}/offer`),
    409,
    'credential_not_offered',
  );
});

test('an offer from before a correction binds nothing, and the new recipient sees no earlier copies', async () => {
  const [wrong, right] = [newAddress(), newAddress()];
  const awardId = await issueTo(wrong);
  const link = await openOfferLink(url, awardId);
  const fields = { grant_type: grant, 'pre-authorized_code': await codeIn(link) };
  const txCode = await readTxCode(wrong);
  const { access_token: token } = assertOk(await sendToken({ ...fields, tx_code: txCode })).body;
  const wallet = createTestClient(url, { authorization: `Bearer ${token}` });
  const request = async () =>
    wallet('POST', `/issuer/${issuerId}/credential`, {
      credential_configuration_id: 'open_badge_jwt',
      proofs: { jwt: [await prove(await createWalletKey())] },
    });
  assertOk(await request());
  const unread = await openOfferLink(url, awardId);
  // As if the clock of the process that opened them were ahead of the one that corrects.
  await sql`update wallet_offers set created_at = created_at + interval '1 hour' where credential_id = ${awardId}`.execute(
    instance.db,
  );
  const parameters = { recipient: { name: 'Ada Lovelace', email: right } };
  assertOk(await owner.api('PUT', `/awards/${awardId}`, { parameters }));
  assertRefused(await request(), 401, 'invalid_token');
  assertRefused(await readOffer(unread), 404, 'wallet_offer_not_found');
  assert.equal(await countMails(right), 0);
  const { cookie, session } = await signInByCode(instance, right);
  const { items } = assertOk(await session('GET', '/my/credentials')).body;
  assert.equal(items[0].walletCopies, 0);
  assertOk(await readOffer(await openOfferLink(url, awardId, { cookie })));
});

test('a copy that is issued while its credential is being revoked is on the status list', async () => {
  const { request, awardId } = await openAccess();
  const proof = await prove(await createWalletKey());
  const [issued, revoked] = await Promise.all([
    request([proof]),
    owner.api('POST', `/awards/${awardId}/revoke`),
  ]);
  assertOk(revoked);
  if (issued.status === 200) {
    const jwt = await verifyByIssuer(issued.body.credentials[0].credential);
    assert.equal(await isListed(jwt), true);
  } else assertRefused(issued, 400, 'credential_request_denied');
});

test('revoked, expired, erased and unknown credentials offer nothing', async () => {
  const offer = (id: string) => anyone('GET', `/credentials/${id}/offer`);
  const expired = await issueTo(newAddress(), { issuedOn: '2020-01-01', expires: '2020-02-01' });
  assertRefused(await offer(expired), 409, 'credential_not_offered');
  const erased = await issueTo(newAddress());
  assertOk(await owner.api('DELETE', `/awards/${erased}`));
  assertRefused(await offer(erased), 410, 'credential_gone');
  assertRefused(await offer(crypto.randomUUID()), 404, 'credential_not_found');
  const browser = createTestClient(url, { accept: 'text/html', 'accept-language': 'en' });
  const page = await browser('GET', `/credentials/${expired}/offer`);
  assert.equal(page.status, 409);
  assert.match(page.text, /<h1>This credential can’t be added to a wallet<\/h1>/);
});

test('an offer that is opened while its credential is being erased answers 410', async () => {
  const id = (await issueTo(newAddress())).split('/').at(-1) ?? '';
  const { trx, commit } = await openTransaction(db);
  await eraseCredentials(trx, [id], clock.now(), async () => {});
  const offer = anyone('GET', `/credentials/${id}/offer`);
  await waitUntilBlocked(db);
  await commit();
  assertRefused(await offer, 410, 'credential_gone');
});

test('someone who removed the address gets no copy with a token from before', async () => {
  const { request, email, session } = await openAccess();
  const proof = await prove(await createWalletKey());
  await sql`update auth."user" set email = ${newAddress()} where email = ${email}`.execute(db);
  await sql`delete from user_addresses where email = ${email}`.execute(db);
  assert.deepEqual(assertOk(await session('GET', '/my/credentials')).body.items, []);
  assertRefused(await request([proof]), 401, 'invalid_token');
});

test('another user who is signed in needs the code of the recipient', async () => {
  const email = newAddress();
  const awardId = await issueTo(email);
  const { cookie } = await signInByCode(instance, newAddress());
  const { grants } = assertOk(await readOffer(await openOfferLink(url, awardId, { cookie }))).body;
  assert.ok(grants[grant].tx_code);
});

test('wallets have at most 50 copies of a credential, and the same key gets its copy again', async () => {
  const { request, awardId, cookie } = await openAccess();
  const proofs = async (count: number) =>
    Promise.all(Array.from({ length: count }, async () => prove(await createWalletKey())));
  for (let batch = 0; batch < 3; batch++) assertOk(await request(await proofs(10)));
  // A token binds 30 copies.
  assertRefused(await request(await proofs(1)), 400, 'credential_request_denied');
  const { request: again } = await openToken(awardId, cookie);
  assertOk(await again(await proofs(10)));
  const last = await Promise.all([again(await proofs(10)), again(await proofs(10))]);
  assert.deepEqual(last.map(({ status }) => status).toSorted(), [200, 400]);
  assertRefused(await again(await proofs(1)), 400, 'credential_request_denied');
  const { rows } = await sql`select 1 from wallet_copies where credential_id = ${awardId}`.execute(
    db,
  );
  assert.equal(rows.length, 50);
  const own = await openAccess();
  const key = await createWalletKey();
  for (let times = 0; times < 2; times++) assertOk(await own.request([await prove(key)]));
  const { items } = assertOk(await own.session('GET', '/my/credentials')).body;
  assert.equal(items[0].walletCopies, 1);
});

test('deleted copies free their places, but not those of their token, and are shown as deleted', async () => {
  const { request, wallet, session } = await openAccess();
  const listed = async () => {
    const { items } = assertOk(await session('GET', '/my/credentials')).body;
    return [items[0].walletCopies, items[0].deletedCopies];
  };
  const [key, report] = [await createWalletKey(), `/issuer/${issuerId}/notification`];
  const bindAndReport = async (keys: WalletKey[], event: string) => {
    const proofs = await Promise.all(keys.map((each) => prove(each)));
    const { notification_id } = assertOk(await request(proofs)).body;
    assertOk(await wallet('POST', report, { notification_id, event }));
  };
  const others = await Promise.all(Array.from({ length: 9 }, () => createWalletKey()));
  await bindAndReport([key, ...others], 'credential_deleted');
  assert.deepEqual(await listed(), [0, 10]);
  const page = await session('GET', '/my', undefined, {
    ...{ accept: 'text/html', 'accept-language': 'en' },
  });
  assert.match(page.text, /Wallets deleted 10 copies/);
  await bindAndReport([key], 'credential_accepted');
  assert.deepEqual(await listed(), [1, 9]);
  for (let batch = 0; batch < 2; batch++) {
    const more = await Promise.all(Array.from({ length: 10 }, () => createWalletKey()));
    await bindAndReport(more, 'credential_failure');
  }
  assert.deepEqual(await listed(), [1, 9]);
  const proof = await prove(await createWalletKey());
  assertRefused(await request([proof]), 400, 'credential_request_denied');
});

test('notifications are refused for copies of another offer', async () => {
  const [mine, theirs] = [await openAccess(), await openAccess()];
  const { body } = assertOk(await mine.request([await prove(await createWalletKey())]));
  const path = `/issuer/${issuerId}/notification`;
  const notification = { notification_id: body.notification_id, event: 'credential_deleted' };
  assertRefused(await theirs.wallet('POST', path, notification), 400, 'invalid_notification_id');
  assertRefused(await anyone('POST', path, notification), 401, 'invalid_token');
  assertRefused(
    await mine.wallet('POST', path, { ...notification, event: 'stolen' }),
    ...([400, 'invalid_notification_request'] as const),
  );
  assert.deepEqual(assertOk(await mine.wallet('POST', path, notification)).body, {
    received: true,
  });
});

test('credential requests and notifications with wrong fields are refused as the protocol says', async () => {
  const { wallet, request } = await openAccess();
  const proof = await prove(await createWalletKey());
  const { body } = assertOk(await request([proof]));
  const wrong = [undefined, null, 7, true, '', ' ', 'abcde\u0000', '\ud800', [], {}, [null], ['x']];
  const credential = { credential_configuration_id: 'open_badge_jwt', proofs: { jwt: [proof] } };
  const notification = {
    ...{ notification_id: body.notification_id, event: 'credential_accepted' },
  };
  const errors = {
    credential_configuration_id: /^(invalid_credential_request|unknown_credential_configuration)$/,
    proofs: /^invalid_proof$/,
    notification_id: /^invalid_notification_(id|request)$/,
    event: /^invalid_notification_request$/,
  };
  for (const [name, sample] of Object.entries({ credential, notification }))
    for (const field of Object.keys(sample))
      for (const value of wrong) {
        const changed = { ...sample, [field]: value };
        const { status, body: found } = await wallet(
          'POST',
          `/issuer/${issuerId}/${name}`,
          changed,
        );
        const message = `${field} ${JSON.stringify(value)} ${JSON.stringify(found)}`;
        assert.equal(status, 400, message);
        assert.match(found.error, errors[field as keyof typeof errors], message);
      }
  for (const jwt of wrong) {
    const { body: found } = await request([jwt as string]);
    assert.equal(found.error, 'invalid_proof', JSON.stringify(jwt));
  }
  // The standard allows other parameters.
  const path = `/issuer/${issuerId}/notification`;
  assertOk(await wallet('POST', path, { ...notification, event_description: 'Stored', more: 1 }));
});

test('metadata and offers name BASE_URL, whatever Host is sent', async () => {
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
  const path = `/issuer/${issuerId}`;
  const read = async (at: string) => (await anyone('GET', at, undefined, headers)).text;
  for (const name of ['openid-credential-issuer', 'oauth-authorization-server']) {
    const text = await read(`/.well-known/${name}${path}`);
    assert.ok(text.includes(identifier) && !text.includes('evil'), text);
  }
  // Credo reads no other type of key, and can't use an SD-JWT VC for a key that it named by DID.
  const did = JSON.parse(await read(`${path}/did.json`));
  const types = did.verificationMethod.map(({ type }: { type: string }) => type);
  assert.deepEqual([...new Set(types)].toSorted(), ['JsonWebKey2020', 'Multikey']);
  const metadata = JSON.parse(await read(`/.well-known/openid-credential-issuer${path}`));
  const { open_badge_sd_jwt: sdJwt } = metadata.credential_configurations_supported;
  assert.deepEqual(sdJwt.cryptographic_binding_methods_supported, ['jwk']);
  const offer = await read(`/credentials/${await issueTo(newAddress())}/offer`);
  assert.ok(!offer.includes('evil'), offer);
  for (const id of [crypto.randomUUID(), 'x', issuerId.toUpperCase()])
    assertRefused(
      await anyone('GET', `/.well-known/openid-credential-issuer/issuer/${id}`),
      ...([404, 'issuer_not_found'] as const),
    );
});

test('the page of the offer has a code per protocol, links and the file', async () => {
  const email = newAddress();
  const awardId = await issueTo(email);
  const { cookie } = await signInByCode(instance, email);
  const path = `/credentials/${awardId}/offer`;
  const html = { accept: 'text/html', 'accept-language': 'en' };
  const own = await anyone('GET', path, undefined, { ...html, cookie });
  assert.equal(own.status, 200);
  assert.equal(own.headers.get('cache-control'), 'no-store');
  assert.match(own.text, /<h1>Add to wallet<\/h1>/);
  assert.equal(own.text.split('class="qr"').length - 1, 2);
  assert.match(own.text, /only you can present it/);
  // Without the app, the link would give the offer to the app's website.
  assert.match(own.text, /<p class="phones"><a class="button" href="https:\/\/lcw\.app\//);
  const [, stylePath = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(own.text) ?? [];
  const style = (await anyone('GET', new URL(stylePath, url).pathname)).text;
  assert.match(
    style,
    /^\.wallets \.phones \{\s*visibility: hidden;\s*\}\s*@media \(pointer: coarse\)/m,
  );
  const stranger = await anyone('GET', path, undefined, html);
  assert.match(stranger.text, /enter the one that we email/);
  const [, link = ''] = /href="(openid-credential-offer:[^"]+)"/.exec(own.text) ?? [];
  const offerUri = new URL(link.replaceAll('&amp;', '&')).searchParams.get('credential_offer_uri');
  const token = offerUri?.split('/').at(-1) ?? '';
  const interaction = await anyone('GET', `${path}?iuv=1&offer=${token}`, undefined, html);
  assert.deepEqual(assertOk(interaction).body, {
    protocols: {
      vcapi: `${url}/offers/${token}/exchange`,
      'oid4vci-1.0': link.replaceAll('&amp;', '&'),
    },
  });
  const other = await issueTo(newAddress());
  assertRefused(
    await anyone('GET', `/credentials/${other}/offer?offer=${token}`),
    ...([404, 'wallet_offer_not_found'] as const),
  );
  const credential = await anyone('GET', `/credentials/${awardId}`, undefined, html);
  assert.ok(credential.text.includes(`href="${url}${path}"`), 'the public page links to it');
  const mine = await anyone('GET', '/my', undefined, { ...html, cookie });
  assert.ok(mine.text.includes(`href="${url}${path}"`), '/my links to it');
});

test('bodies in another form are refused in the shape of the protocol', async () => {
  const { wallet } = await openAccess();
  const path = `/issuer/${issuerId}`;
  const text = { 'content-type': 'text/plain' };
  for (const name of ['token', 'credential', 'notification']) {
    assertRefused(
      await wallet('POST', `${path}/${name}`, 'x', text),
      415,
      'unsupported_media_type',
    );
    const large = 'x'.repeat((name === 'credential' ? 257 : 17) * 1_024);
    const body = name === 'token' ? { type: form, large } : { type: {}, large: `"${large}"` };
    assertRefused(
      await wallet('POST', `${path}/${name}`, body.large, body.type),
      413,
      'body_too_large',
    );
    const broken = await wallet('POST', `${path}/${name}`, '{', {
      'content-type': 'application/json',
    });
    assertRefused(broken, 400, 'invalid_json');
    assert.equal(broken.body.error, 'invalid_json');
    assert.match(broken.body.error_description, /^[ -~]+$/);
  }
  const repeated = await wallet('POST', `${path}/token`, 'grant_type=x&grant_type=y', form);
  assertRefused(repeated, 400, 'invalid_request');
  const unread = await wallet('POST', `${path}/credential`, '[]', {
    'content-type': 'application/json',
  });
  assertRefused(unread, 400, 'invalid_credential_request');
});

test('unknown issuers have no endpoints', async () => {
  const unknown = 'x';
  for (const name of ['token', 'nonce', 'credential', 'notification'])
    assertRefused(await anyone('POST', `/issuer/${unknown}/${name}`, {}), 404, 'issuer_not_found');
  assertRefused(
    await anyone('GET', `/.well-known/oauth-authorization-server/issuer/${unknown}`),
    ...([404, 'issuer_not_found'] as const),
  );
  assertRefused(await anyone('GET', '/offers/x'), 404, 'wallet_offer_not_found');
});

test('cleanup deletes expired offers, copies that no wallet got after a day, and deleted ones after 90', async () => {
  const { awardId, session } = await openAccess();
  const now = Date.now();
  const dropped = { current: null, kept: 0.9, failed: 1.1, deleted: 89, forgotten: 91 } as const;
  for (const [name, days] of Object.entries(dropped))
    await sql`insert into wallet_copies (id, credential_id, format, key_hash, response_id, offer_id, created_at, dropped_at, deleted)
      values (gen_random_uuid(), ${awardId}, 'jwt_vc_json', ${createHash('sha256').update(name).digest()}, gen_random_uuid(), gen_random_uuid(), now(),
        ${days === null ? null : new Date(now - days * 86_400_000)}, ${name === 'deleted' || name === 'forgotten'})`.execute(
      db,
    );
  const clean = async (at: number) => {
    const { chores } = collectWork((work) =>
      registerWalletsWork(work, { clock: () => new Date(at) }),
    );
    for (const { run } of chores) while ((await db.write((trx) => run(trx))) === 'again');
  };
  const count = async (table: string) => {
    const { rows } =
      await sql`select 1 from ${sql.table(table)} where credential_id = ${awardId}`.execute(db);
    return rows.length;
  };
  await clean(now);
  assert.deepEqual([await count('wallet_offers'), await count('wallet_copies')], [1, 3]);
  const [{ walletCopies, deletedCopies }] = assertOk(await session('GET', '/my/credentials')).body
    .items;
  assert.deepEqual([walletCopies, deletedCopies], [1, 1]);
  await clean(now + 86_400_000);
  assert.equal(await count('wallet_offers'), 0);
});
