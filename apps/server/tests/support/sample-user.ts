import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  exampleClaimCode,
  exampleIds,
  exampleOfferToken,
  lookUpAlignment,
  operations,
} from '@insignia/contract';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { sql } from 'kysely';
import { assertOk, createTestClient, createTestSdk } from './client.ts';
import { type DnsServer, startDnsServer } from './dns-server.ts';
import { signForeign } from './foreign-credential.ts';
import type { Instance } from './instance.ts';
import { findMailLink } from './mailbox.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  idFromUrl,
  issueAward,
  type Owner,
  readCookie,
  readEmailCode,
  signInByCode,
} from './people.ts';
import { sampleCsv } from './samples.ts';
import { getCode } from './second-factor.ts';
import { SoftwareAuthenticator } from './software-authenticator.ts';
import { waitForCondition } from './wait-for-condition.ts';
import { openWalletAccess, openWalletOffer, readWalletCode } from './wallet-access.ts';

/** Values in examples and their replacements. */
export type Replacements = Record<string, string>;

const { email, password } = { email: 'ada@example.org', password: 'correct horse battery staple' };
/** Replaced by the access token of a wallet. No example names it. */
export const bearerPlace = 'access token of a wallet';
export const sampleTokens = {
  confirm: 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_AbCdE',
  reset: 'AbCdEfGhIjKlMnOpQrStUvWx',
  code: '0123456789abcdef0123456789abcdef',
};

/** Token in the link of her newest email with this subject. */
export async function readMailedToken(
  { mailbox }: Instance,
  subject: RegExp,
  path: string,
): Promise<string> {
  const link = findMailLink(await mailbox.waitFor(email, subject), path);
  return new URL(link).searchParams.get('token') ?? '';
}

/** Signs in the sample user with unlimited quota. */
export async function signAdaIn({ url, db }: Instance): Promise<Owner> {
  const signed = await createTestClient(url)('POST', '/api/auth/sign-in/email', {
    email,
    password,
  });
  const cookie = readCookie(assertOk(signed).headers);
  const personId = signed.body.user.id as string;
  const session = createTestClient(url, { cookie, origin: url });
  const { token: jwt } = assertOk(await session('GET', '/api/auth/token')).body;
  const bearer = createTestClient(url, { authorization: `Bearer ${jwt}` });
  const { key } = assertOk(
    await bearer('POST', '/api-keys', { parameters: { name: 'Examples', scope: 'write' } }),
  ).body;
  const { rows } = await sql<{ id: string }>`update accounts set plan = 'unlimited' from members
    where account_id = accounts.id and person_id = ${personId} returning accounts.id`.execute(db);
  const accountId = rows[0]?.id ?? '';
  const api = createTestClient(url, { 'x-api-key': key });
  const who = { name: 'Ada Example', email, accountId, personId, cookie, jwt };
  const insignia = createTestSdk(url, key);
  return { ...who, key, readKey: key, api, read: api, session, bearer, insignia };
}

/** One of each thing the examples refer to. */
export async function createAdaWorld(ada: Owner): Promise<Replacements> {
  const { api, session, bearer, insignia } = ada;
  const issuer = await createIssuer(ada);
  const badge = await createBadge(ada, issuer, { shareText: 'I have earned {{badge_name}}.' });
  const recipient = { name: 'Ada Lovelace', email };
  const award = await issueAward(ada, badge, { recipient });
  await insignia.credentials.send({ awardId: award, email });
  const newest = async () => (await insignia.mail.list()).items[0];
  await waitForCondition('mailed', async () => (await newest())?.state === 'sent');
  const { mailId = '' } = (await newest()) ?? {};
  const file = `${sampleCsv}No Address,nowhere,2026-01-01\n`;
  const { importId } = await insignia.imports.create({ badgeId: badge, file });
  await waitForCondition(
    'imported',
    async () => (await insignia.imports.get({ importId })).finishedAt !== null,
  );
  const { jobId } = await insignia.credentials.sendMany({ awardIds: [award] });
  await waitForCondition(
    'sent to many',
    async () => (await insignia.jobs.get({ jobId })).finishedAt !== null,
  );
  const { id: webhook } = await insignia.webhooks.create({ url: 'https://hooks.invalid' });
  const { deliveryId } = await insignia.webhooks.test({ webhookId: webhook });
  const deliveries = () => insignia.webhooks.deliveries({ webhookId: webhook });
  await waitForCondition(
    'tried',
    async () => ((await deliveries()).items[0]?.attempts.length ?? 0) > 0,
  );
  const { credentialStatus } = assertOk(await api('GET', `/credentials/${award}/vc`)).body;
  const list = idFromUrl(credentialStatus.statusListCredential);
  const { image } = assertOk(await api('GET', `/badges/${badge}`)).body;
  const { recipientId } = await insignia.credentials.get({ awardId: award });
  const [{ id: sessionId }] = (await session('GET', '/api/auth/list-sessions')).body.items;
  const [{ keyId }] = (await bearer('GET', '/api-keys')).body.items;
  const [{ memberId }] = (await api('GET', '/members')).body.items;
  return {
    ...{ [exampleIds.issuerGuid]: issuer, [exampleIds.badgeGuid]: badge },
    ...{ [exampleIds.awardGuid]: award, [exampleIds.import]: importId, [exampleIds.job]: jobId },
    ...{ [exampleIds.recipient]: recipientId },
    ...{ [exampleIds.mail]: mailId, [exampleIds.session]: sessionId, [exampleIds.key]: keyId },
    ...{ [exampleIds.member]: memberId, [exampleIds.webhook]: webhook },
    ...{
      [exampleIds.statusList]: list,
      [exampleIds.delivery]: deliveryId,
      [idFromUrl(exampleIds.image)]: idFromUrl(image),
    },
  };
}

type Prepare = (instance: Instance, ada: Owner, world: Replacements) => Promise<Replacements>;

const unverified: Prepare = async ({ mailbox }, ada) => {
  const address = `office-${crypto.randomUUID()}@example.org`;
  const issuer = await createIssuer(ada, { email: address });
  const code =
    findMailLink(await mailbox.waitFor(address), '/verify-issuer/')
      .split('/')
      .at(-1) ?? '';
  return { [exampleIds.issuerGuid]: issuer, [sampleTokens.code]: code };
};
const another: Prepare = async (_instance, ada, world) => ({
  [exampleIds.awardGuid]: await issueAward(ada, world[exampleIds.badgeGuid] ?? ''),
});
const running: Prepare = async ({ db }, _ada, world) => {
  const id = world[exampleIds.import];
  await sql`update imports set status = 'running', finished_at = null where id = ${id}`.execute(db);
  return {};
};
const movingIn: Prepare = async (_instance, { insignia }, world) => {
  const { query, body: file } = operations.createMigration.examples;
  const issuerId = world[exampleIds.issuerGuid] ?? '';
  const { migrationId } = await insignia.migrations.create({ ...query, issuerId, file });
  const read = () => insignia.migrations.get({ migrationId });
  await waitForCondition('moved in', async () => (await read()).finishedAt !== null);
  return { [exampleIds.migration]: migrationId };
};
const halfMovedIn: Prepare = async (instance, ada, world) => {
  const found = await movingIn(instance, ada, world);
  await sql`update move_ins set status = 'running', finished_at = null where id = ${found[exampleIds.migration]}`.execute(
    instance.db,
  );
  return found;
};
const colleague: Prepare = async (instance, { api }) => {
  const friend = await createOwner(instance);
  const parameters = { email: friend.email, role: 'viewer' };
  const { memberId } = assertOk(await api('POST', '/members', { parameters })).body;
  return { [exampleIds.member]: memberId };
};
const unsubscribing: Prepare = async ({ mailbox }) => {
  const { raw } = await mailbox.waitFor(email, /credential|badge|poet/i);
  const joined = raw.replaceAll(/=\r?\n/g, '');
  return { [sampleTokens.confirm]: /mail\/unsubscribe\/([\w-]+)/.exec(joined)?.[1] ?? '' };
};

/** A framework document served by the test. */
const describedSkill: Prepare = async () => {
  const { url } = lookUpAlignment.examples.body;
  const {
    targetName: name,
    targetDescription: description,
    ...more
  } = lookUpAlignment.examples.reply;
  const inDefinedTermSet = { name: more.targetFramework };
  const term = { name, description, termCode: more.targetCode, inDefinedTermSet, url };
  const site = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(term)),
  );
  await once(site.listen(0, '127.0.0.1').unref(), 'listening');
  return { [url]: `http://127.0.0.1:${(site.address() as AddressInfo).port}/` };
};

/** A claim code with a request that waits for approval. */
const claiming: Prepare = async (instance, { insignia }, world) => {
  const badgeId = world[exampleIds.badgeGuid] ?? '';
  const { claimId, code } = await insignia.claims.create({ badgeId, approval: true });
  const requester = `request-${crypto.randomUUID()}@example.org`;
  const claim = (body: object) => createTestClient(instance.url)('POST', `/claim/${code}`, body);
  const { requestId } = assertOk(await claim({ name: 'Ada Lovelace', email: requester })).body;
  const { mail } = await instance.mailbox.waitFor(requester);
  const digits = /\b\d{6}\b/.exec(mail.text ?? '')?.[0];
  const confirmed = assertOk(await claim({ requestId, code: digits })).body;
  return {
    ...{ [exampleIds.claim]: claimId, [exampleIds.claimRequest]: confirmed.requestId },
    [exampleClaimCode]: code,
  };
};

const designing: Prepare = async (_instance, { insignia }, world) => {
  const issuerId = world[exampleIds.issuerGuid] ?? '';
  const fields = { issuerId, ...operations.createCertificate.examples.body };
  const { certificateId } = await insignia.certificates.create(fields);
  return { [exampleIds.certificate]: certificateId };
};

const newIssuer: Prepare = async (_instance, ada) => ({
  [exampleIds.issuerGuid]: await createIssuer(ada),
});

const offeringIssuer: Prepare = async (_instance, ada) => {
  const path = `/issuers/${await createIssuer(ada)}/transfer`;
  const parameters = { email: 'grace@example.org' };
  const { transferId } = assertOk(await ada.session('POST', path, { parameters })).body;
  return { [exampleIds.transfer]: transferId };
};
/** An offer to her. */
const offered: Prepare = async (instance) => {
  const friend = await createOwner(instance, 'pro');
  const path = `/issuers/${await createIssuer(friend)}/transfer`;
  const { transferId } = assertOk(
    await friend.session('POST', path, { parameters: { email } }),
  ).body;
  return { [exampleIds.transfer]: transferId };
};

/** An open request of a recipient. */
const requesting: Prepare = async (instance, ada, world) => {
  const email = `asker-${crypto.randomUUID()}@example.org`;
  const recipient = { name: 'Ada Lovelaze', email };
  const award = await issueAward(ada, world[exampleIds.badgeGuid] ?? '', { recipient });
  const { session } = await signInByCode(instance, email);
  const parameters = { kind: 'correction', message: 'My surname is misspelled.' };
  const { requestId } = assertOk(
    await session('POST', `/my/credentials/${award}/requests`, { parameters }),
    201,
  ).body;
  return { [exampleIds.request]: requestId, [exampleIds.awardGuid]: award };
};

/** Her primary address: later examples sign her in with it. */
const ownAddress: Prepare = async (_instance, { session }) => ({
  [exampleIds.newAddress]: (await session('GET', '/my/addresses')).body.items[0].addressId,
});
/** An address that waits for its code. */
const newAddress: Prepare = async ({ mailbox }, { session }) => {
  const added = `new-${crypto.randomUUID()}@example.org`;
  const parameters = { email: added };
  const { addressId } = assertOk(await session('POST', '/my/addresses', { parameters }), 201).body;
  const { mail } = await mailbox.waitFor(added);
  const code = /\b\d{6}\b/.exec(mail.text ?? '')?.[0] ?? '';
  return { [exampleIds.newAddress]: addressId, 123456: code };
};

const collecting: Prepare = async (_instance, { session }) => {
  const parameters = { name: 'Mathematics' };
  const created = await session('POST', '/my/collections', { parameters });
  return { [exampleIds.collection]: assertOk(created, 201).body.collectionId };
};

/** A credential of another issuer, served by the test. */
const foreign: Prepare = async () => {
  const text = JSON.stringify(await signForeign(email));
  const site = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(text),
  );
  await once(site.listen(0, '127.0.0.1').unref(), 'listening');
  return { [exampleIds.foreign]: `http://127.0.0.1:${(site.address() as AddressInfo).port}/1` };
};
const importing: Prepare = async (_instance, { session }) => {
  const created = await session('POST', '/my/imports', { document: await signForeign(email) });
  return { [exampleIds.imported]: assertOk(created, 201).body.imported.importedId };
};
let holders = 0;
/** A credential of a recipient of its own, because few codes are emailed to one address. */
const issueToHolder = async (ada: Owner, world: Replacements) => {
  const holder = `holder-${++holders}@example.org`;
  const recipient = { name: 'Ada Lovelace', email: holder };
  const award = await issueAward(ada, world[exampleIds.badgeGuid] ?? '', { recipient });
  return { holder, award };
};
/** An offer, whose code is that of its token in the example. */
const offering: Prepare = async (instance, ada, world) => {
  const { holder, award } = await issueToHolder(ada, world);
  const token = await openWalletOffer(instance, award);
  const { code, txCode } = await readWalletCode(instance, token, holder);
  return {
    [`/offers/${exampleOfferToken}`]: `/offers/${token}`,
    [exampleOfferToken]: `${code}&tx_code=${txCode}`,
  };
};
/** An offer that the recipient opened, signed in. */
const offeringToUser: Prepare = async (instance, ada, world) => {
  const { holder, award } = await issueToHolder(ada, world);
  const { cookie } = await signInByCode(instance, holder);
  const token = await openWalletOffer(instance, award, { cookie });
  return { [`/offers/${exampleOfferToken}`]: `/offers/${token}` };
};
/** A wallet with an access token, a proof and copies. */
const bindingCopies: Prepare = async (instance, ada, world) => {
  const { holder, award } = await issueToHolder(ada, world);
  const issuer = world[exampleIds.issuerGuid] ?? '';
  const token = await openWalletAccess(instance, issuer, award, holder);
  const wallet = createTestClient(instance.url, { authorization: `Bearer ${token}` });
  const path = `/issuer/${issuer}`;
  const { c_nonce: nonce } = assertOk(await wallet('POST', `${path}/nonce`)).body;
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const proof = await new SignJWT({ aud: `${instance.url}${path}`, nonce })
    .setProtectedHeader({
      ...{ alg: 'ES256', typ: 'openid4vci-proof+jwt', jwk: await exportJWK(publicKey) },
    })
    .setIssuedAt()
    .sign(privateKey);
  const request = { credential_configuration_id: 'open_badge_jwt', proofs: { jwt: [proof] } };
  const issued = assertOk(await wallet('POST', `${path}/credential`, request)).body;
  return {
    [bearerPlace]: token,
    'eyJhbGciOi…': proof,
    [exampleIds.job]: issued.notification_id,
  };
};

let dns: DnsServer | undefined;
/** Serves the records of the examples. Returns its address. */
export async function startExampleDns(): Promise<string> {
  dns = await startDnsServer();
  return dns.address;
}
export const stopExampleDns = (): void => dns?.stop();

const owningDomain: Prepare = async (_instance, { session }) => {
  const { body } = operations.addSsoDomain.examples;
  const { record } = assertOk(await session('POST', '/sso/domains', { parameters: body })).body;
  dns?.texts.set(record.name, [record.value]);
  return {};
};
const verifyingDomain: Prepare = async (instance, ada, world) => {
  await owningDomain(instance, ada, world);
  const { domain } = operations.addSsoDomain.examples.body;
  assertOk(await ada.session('POST', `/sso/domains/${domain}/verify`));
  return {};
};
const connecting: Prepare = async (instance, ada, world) => {
  await owningDomain(instance, ada, world);
  const { items } = assertOk(await ada.session('GET', '/sso/connections')).body;
  for (const { connectionId } of items)
    assertOk(await ada.session('DELETE', `/sso/connections/${connectionId}`));
  const parameters = operations.createSsoConnection.examples.body;
  const created = assertOk(await ada.session('POST', '/sso/connections', { parameters }));
  return { [exampleIds.connection]: created.body.connectionId };
};
/** Leaves the domain to the example. */
const readyToConnect: Prepare = async (instance, ada, world) => {
  const { [exampleIds.connection]: id } = await connecting(instance, ada, world);
  assertOk(await ada.session('DELETE', `/sso/connections/${id}`));
  return {};
};

/** Leaves the issuer of the examples to the example. */
const withoutPlatforms: Prepare = async (_instance, { api }) => {
  const { items } = assertOk(await api('GET', '/lti/platforms')).body;
  for (const { platformId } of items) assertOk(await api('DELETE', `/lti/platforms/${platformId}`));
  return {};
};
const teaching: Prepare = async (instance, ada, world) => {
  await withoutPlatforms(instance, ada, world);
  const parameters = operations.createLtiPlatform.examples.body;
  const created = assertOk(await ada.api('POST', '/lti/platforms', { parameters }));
  return { [exampleIds.platform]: created.body.platformId };
};

let appSecret = '';
let recoveryCodes: string[] = [];
let adaCookie = '';
let passkeyId = '';
let authenticator = new SoftwareAuthenticator('');

/** Replaces values of an example by those of a response with the same fields. */
function replaceFields(example: object, actual: object): Replacements {
  return Object.assign(
    {},
    ...Object.entries(example).map(([field, value]) => {
      const other = (actual as Record<string, unknown>)[field];
      if (typeof value === 'object') return replaceFields(value, other as object);
      return field === 'type' ? {} : { [value]: other };
    }),
  );
}

/** Each example uses the passkey of the one before. */
const passkeys: Readonly<Record<string, Prepare>> = {
  addPasskey: async ({ url }, { session }) => {
    const started = await session('POST', '/api/auth/passkey/generate-register-options', {
      password,
    });
    authenticator = new SoftwareAuthenticator(url);
    const response = authenticator.create(assertOk(started).body.options);
    return replaceFields(operations.addPasskey.examples.body.response, response);
  },
  renamePasskey: async (_instance, { session }) => {
    const { items } = assertOk(await session('GET', '/api/auth/passkey/list-user-passkeys')).body;
    passkeyId = items[0].id;
    return { [exampleIds.passkey]: passkeyId };
  },
  signInWithPasskey: ({ url }) => signByPasskey(url),
  removePasskey: async ({ url }, ada) => {
    const { body } = operations.signInWithPasskey.examples;
    const swaps = Object.entries(await signByPasskey(url));
    const request = swaps.reduce(
      (text, [from, to]) => text.replaceAll(from, to),
      JSON.stringify(body),
    );
    const { headers } = assertOk(
      await createTestClient(url)(
        'POST',
        '/api/auth/passkey/verify-authentication',
        JSON.parse(request),
      ),
    );
    const cookie = readCookie(headers);
    const { token: jwt } = assertOk(
      await createTestClient(url, { cookie })('GET', '/api/auth/token'),
    ).body;
    Object.assign(ada, { cookie, jwt });
    return { [exampleIds.passkey]: passkeyId };
  },
};

async function signByPasskey(url: string): Promise<Replacements> {
  const start = '/api/auth/passkey/generate-authenticate-options';
  const { options } = assertOk(await createTestClient(url)('POST', start, {})).body;
  const { response } = operations.signInWithPasskey.examples.body;
  return replaceFields(response, authenticator.get(options));
}

/** Each example needs what the one before left: an app, a first step, and recovery codes. */
const secondFactor: Readonly<Record<string, Prepare>> = {
  verifyTotp: async (_instance, { session }) => {
    const started = assertOk(await session('POST', '/api/auth/two-factor/enable', { password }));
    ({ secret: appSecret, backupCodes: recoveryCodes } = started.body);
    return { 123456: getCode(appSecret) };
  },
  verifyRecoveryCode: async ({ url }, ada) => {
    const first = await createTestClient(url)('POST', '/api/auth/sign-in/email', {
      ...{ email, password },
    });
    adaCookie = ada.cookie;
    Object.assign(ada, { cookie: readCookie(assertOk(first).headers) });
    const { body } = operations.verifyRecoveryCode.examples;
    return { [body.code]: recoveryCodes[0] ?? '' };
  },
  replaceRecoveryCodes: async (_instance, ada) => {
    Object.assign(ada, { cookie: adaCookie });
    return { 123456: recoveryCodes[1] ?? '' };
  },
  disableTotp: async () => ({ 123456: getCode(appSecret, 1) }),
};

/** Creates what an example needs or uses up. */
export const preparations: Readonly<Record<string, Prepare>> = {
  lookUpAlignment: describedSkill,
  ...{ verifyIssuer: unverified, rotateIssuerCode: unverified, verifyIssuerLink: unverified },
  deleteIssuer: unverified,
  ...{ getCertificate: designing, updateCertificate: designing, deleteCertificate: designing },
  countCertificateIssued: designing,
  ...{ revokeIssuerKeys: newIssuer, correctIssuerName: newIssuer },
  ...{ listClaims: claiming, updateClaim: claiming, deleteClaim: claiming },
  ...{ listClaimRequests: claiming, approveClaims: claiming, declineClaims: claiming },
  confirmEmailCode: async (instance) => {
    // After the one of the example before.
    await createTestClient(instance.url)('POST', '/api/auth/sign-in/email-code', { email });
    return { 123456: (await readEmailCode(instance, email, 1)).code };
  },
  ...secondFactor,
  ...passkeys,
  ...{ listSsoConnections: connecting, getSsoConnection: connecting },
  ...{ updateSsoConnection: connecting, deleteSsoConnection: connecting },
  ...{ createSsoConnection: readyToConnect, testSsoConnection: connecting },
  ...{ listSsoDomains: owningDomain, verifySsoDomain: owningDomain, deleteSsoDomain: owningDomain },
  ...{ createLtiPlatform: withoutPlatforms, listLtiPlatforms: teaching },
  ...{ getLtiPlatform: teaching, updateLtiPlatform: teaching, deleteLtiPlatform: teaching },
  testLtiPlatform: teaching,
  ...{ getCollection: collecting, updateCollection: collecting, deleteCollection: collecting },
  ...{ importCredential: foreign, deleteImported: importing },
  ...{ updateAddress: ownAddress, confirmAddress: newAddress, removeAddress: newAddress },
  ...{ listRequests: requesting, acceptRequest: requesting, declineRequest: requesting },
  ...{ offerIssuer: newIssuer, listTransfers: offeringIssuer, cancelTransfer: offeringIssuer },
  ...{ acceptTransfer: offered, declineTransfer: offered },
  ...{ claimPage: claiming, claimCredential: claiming },
  ...{ walletOfferDocument: offering, walletToken: offering },
  walletOfferExchange: offeringToUser,
  ...{ walletCredential: bindingCopies, walletNotification: bindingCopies },
  deleteMe: async (instance, ada) => {
    // As a recipient: she is a member of an account.
    const { cookie, session } = await signInByCode(instance, 'leaving@example.org');
    const { token: jwt } = assertOk(await session('GET', '/api/auth/token')).body;
    Object.assign(ada, { cookie, jwt });
    return {};
  },
  ...{ revokeAward: another, deleteAward: another },
  renewAward: async (_instance, ada, world) => ({
    [exampleIds.awardGuid]: await issueAward(ada, world[exampleIds.badgeGuid] ?? '', {
      expires: '2027-03-01',
    }),
  }),
  awardEditions: async (instance, ada, world) => {
    const corrected = await another(instance, ada, world);
    const awardId = corrected[exampleIds.awardGuid] ?? '';
    const change = { recipient: { name: 'Ada King' }, reason: 'Married' };
    await ada.insignia.credentials.correct({ awardId, ...change });
    return corrected;
  },
  eraseRecipient: async (_instance, ada, world) => {
    const recipient = { name: 'Short Lived', email: 'short@example.org' };
    const awardId = await issueAward(ada, world[exampleIds.badgeGuid] ?? '', { recipient });
    const { recipientId } = await ada.insignia.credentials.get({ awardId });
    return { [exampleIds.recipient]: recipientId };
  },
  // By filter: all of a badge.
  revokeAwards: async (_instance, ada, world) => {
    const badge = await createBadge(ada, world[exampleIds.issuerGuid] ?? '');
    await issueAward(ada, badge);
    return { [exampleIds.badgeGuid]: badge };
  },
  ...{ getMigration: movingIn, undoMigration: movingIn },
  ...{ migrationErrors: movingIn, migrationRedirects: movingIn },
  ...{ pauseMigration: halfMovedIn, resumeMigration: halfMovedIn, cancelMigration: halfMovedIn },
  replaceRedirects: verifyingDomain,
  ...{ pauseImport: running, resumeImport: running, cancelImport: running },
  ...{ changeRole: colleague, removeMember: colleague },
  ...{ unsubscribe: unsubscribing, unsubscribePage: unsubscribing },
  acceptInvitation: async (instance) => {
    const friend = await createOwner(instance, 'pro');
    const parameters = { email, role: 'viewer' };
    const { inviteId } = assertOk(await friend.api('POST', '/members', { parameters })).body;
    return { [exampleIds.invitation]: inviteId };
  },
  deleteBadge: async (_instance, ada, world) => ({
    [exampleIds.badgeGuid]: await createBadge(ada, world[exampleIds.issuerGuid] ?? ''),
  }),
  deleteWebhook: async (_instance, { api }) => ({
    [exampleIds.webhook]: (await api('POST', '/webhooks', { url: 'https://one.invalid' })).body.id,
  }),
  revokeKey: async (_instance, { bearer }) => {
    const parameters = { name: 'Short-lived', scope: 'read' };
    return { [exampleIds.key]: (await bearer('POST', '/api-keys', { parameters })).body.keyId };
  },
  revokeProvisioningToken: async (_instance, { session }) => {
    const created = await session('POST', '/provisioning/tokens', {
      parameters: { role: 'viewer' },
    });
    return { [exampleIds.provisioningToken]: assertOk(created).body.tokenId };
  },
  revokeSession: async (instance, { session }) => {
    await signAdaIn(instance);
    const { items } = (await session('GET', '/api/auth/list-sessions')).body;
    const other = items.find(({ current }: { current: boolean }) => !current);
    return { [exampleIds.session]: other.id };
  },
};
