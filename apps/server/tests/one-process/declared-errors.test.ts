// Every error the contract declares can occur, operation by operation. Cases covered by features'
// own tests aren't repeated; a full run checks that each error was met
// (tests/support/observed-errors.ts).
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  type ErrorCode,
  errors,
  listErrorCodes,
  type Operation,
  type OperationId,
  operations,
  successStatus,
} from '@insignia/contract';
import { sql } from 'kysely';
import { type ApiResponse, assertOk, assertRefused, createTestClient } from '../support/client.ts';
import { createDatabase } from '../support/database.ts';
import { startDatabaseProxy } from '../support/database-proxy.ts';
import { badgeImage, dataUri, pngBytes } from '../support/images.ts';
import { findMailLink } from '../support/mailbox.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  idFromUrl,
  issueAward,
  password,
  readCookie,
} from '../support/people.ts';
import {
  createWorld,
  csvHeaders,
  fillPath,
  getSampleFile,
  sampleBodies,
  sampleDesign,
  sampleQueries,
} from '../support/samples.ts';
import { setUpApp } from '../support/second-factor.ts';
import { startTestBucket } from '../support/test-bucket.ts';
import { useInstance } from '../support/use-instance.ts';
import {
  openWalletAccess,
  openWalletOffer,
  readWalletCode,
  walletForm,
} from '../support/wallet-access.ts';

Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'somebody', AWS_SECRET_ACCESS_KEY: 'secret' });
const database = await createDatabase();
const [door, bucket] = await Promise.all([startDatabaseProxy(database.url), startTestBucket()]);
after(async () => {
  await door.close();
  await bucket.close();
  await database.drop();
});
const instance = await useInstance({
  ...{ DATABASE_URL: door.url, IMAGE_STORE: bucket.url, TOPOLOGY: 'one' },
});
const { owner, ids } = await createWorld(instance);
const anyone = createTestClient(instance.url);
const { issuerId = '', badgeId = '', awardId = '', webhookId = '' } = ids;

const all = Object.entries<Operation>(operations) as [OperationId, Operation][];
const refusing = (code: ErrorCode) =>
  all.filter(([, operation]) => listErrorCodes(operation).includes(code));

type Asking = {
  /** Other path parameters. */
  names?: Record<string, string>;
  query?: string;
  headers?: Record<string, string>;
  body?: object | string;
};

/** Sends the operation's sample, authenticated as the owner if needed. */
async function ask(
  id: OperationId,
  { names = {}, query, headers = {}, body }: Asking = {},
): Promise<ApiResponse> {
  const operation: Operation = operations[id];
  const { access, method, path, bare, accepts } = operation;
  const isSigned = access !== 'public' || id === 'signOut';
  const named = { ...ids, ...ofDocument[id], ...names };
  const fields = await sampleBodies[id]?.(named);
  const sample = fields && (bare ? fields : { parameters: fields });
  const isFile = accepts && !operation.body;
  const search = query ?? sampleQueries[id]?.(named)[0];
  const who = isSigned ? { cookie: owner.cookie, origin: instance.url } : {};
  return createTestClient(instance.url, who)(
    method,
    `${fillPath(path, named)}${search ? `?${search}` : ''}`,
    body ?? (isFile ? getSampleFile(id) : sample),
    { ...(isFile && csvHeaders), ...headers },
  );
}

/** Their `guid` isn't a credential. */
const ofDocument: Partial<Record<OperationId, Record<string, string>>> = {
  publicIssuer: { guid: issuerId },
  issuerDid: { guid: issuerId },
  ...{ credentialIssuer: { guid: issuerId }, authorizationServer: { guid: issuerId } },
  ...{ walletToken: { guid: issuerId }, walletNonce: { guid: issuerId } },
  ...{ walletCredential: { guid: issuerId }, walletNotification: { guid: issuerId } },
  publicBadge: { guid: badgeId },
};
/** Any value is valid: file names and cache busters. */
const ofCaches = ['download', 'v'];
/** Token of an unsubscribe link. */
let token = '';
const page = (id: string) => `url=${encodeURIComponent(`${instance.url}/credentials/${id}`)}`;

function assertCode(answer: ApiResponse, code: ErrorCode, id: string): void {
  assert.equal(answer.body?.code, code, `${id}: ${answer.status} ${answer.text.slice(0, 300)}`);
  const { status } = errors[code];
  assertRefused(answer, status, code);
  if (status === 503) assert.ok(answer.headers.get('retry-after'), `${id}: no Retry-After`);
}

/** PostgreSQL returns this error for writes to these tables. */
async function whileRefused(
  tables: string[],
  { message, sqlState }: { message: string; sqlState: string },
  work: () => Promise<void>,
): Promise<void> {
  const { db } = instance;
  await sql`create function refused() returns trigger language plpgsql as ${sql.lit(
    `begin raise exception '${message}' using errcode = '${sqlState}'; end`,
  )}`.execute(db);
  for (const table of tables)
    await sql`create trigger refused before insert or update or delete on ${sql.raw(table)} execute function refused()`.execute(
      db,
    );
  await work().finally(() => sql`drop function refused() cascade`.execute(db));
}

test('a malformed address is reported as such on every route', async () => {
  for (const [id, { method, path }] of all)
    if (path.includes(':')) {
      const broken = path.replaceAll(/:\w+/g, '%zz');
      assertCode(await anyone(method, broken), 'invalid_request', id);
    }
});

test('an invalid query is reported as invalid_request on every route', async () => {
  for (const [id, { query }] of all)
    for (const name of Object.keys(query?.shape ?? {}).filter((one) => !ofCaches.includes(one)))
      assertCode(await ask(id, { query: `${name}=%00` }), 'invalid_request', id);
});

test('a session cookie without a session is refused', async () => {
  const headers = { cookie: 'insignia.session_token=x', origin: instance.url };
  for (const [id, { access, method, path }] of refusing('invalid_credentials'))
    if (access !== 'public')
      assertCode(
        await createTestClient(instance.url, headers)(method, fillPath(path, ids)),
        'invalid_credentials',
        id,
      );
});

test('a session without a second factor is refused where the account requires one', async () => {
  const require = (isRequired: boolean) =>
    sql`update accounts set requires_second_factor = ${isRequired} where id = ${owner.accountId}`.execute(
      instance.db,
    );
  await require(true);
  const session = createTestClient(instance.url, { cookie: owner.cookie, origin: instance.url });
  const inAccounts = refusing('second_factor_required').filter(
    ([, { access }]) => access !== 'public' && access.who === 'caller',
  );
  for (const [id, { method, path }] of inAccounts)
    assertCode(await session(method, fillPath(path, ids)), 'second_factor_required', id);
  await require(false);
});

test('a session that the required identity provider didn’t open is refused', async () => {
  const { db } = instance;
  const require = (isRequired: boolean) =>
    sql`with named as (update sso_domains set verified_at = case when ${isRequired} then now() end, domain = 'example.org'
        where connection_id = ${ids.connectionId} returning 1)
      update sso_connections set enforced = ${isRequired} where id = ${ids.connectionId}`.execute(
      db,
    );
  await require(true);
  const session = createTestClient(instance.url, { cookie: owner.cookie, origin: instance.url });
  const own = all.filter(([, { access }]) => access !== 'public' && access.who === 'caller');
  for (const [id, { method, path }] of own)
    assertCode(await session(method, fillPath(path, ids)), 'sso_required', id);
  const credentials = { email: owner.email, password };
  assertCode(
    await anyone('POST', '/api/auth/sign-in/email', credentials),
    'sso_required',
    'signIn',
  );
  await require(false);
});

test('a session that only another account’s identity provider vouches for is refused', async () => {
  const open = (by: string) =>
    sql`update auth."session" set "openedBy" = ${by} where "userId" = ${owner.personId}`.execute(
      instance.db,
    );
  await open('sso');
  const session = createTestClient(instance.url, { cookie: owner.cookie, origin: instance.url });
  for (const [id, { method, path }] of refusing('own_sign_in_required'))
    assertCode(await session(method, fillPath(path, ids)), 'own_sign_in_required', id);
  await open('password');
});

test('a write by a cookie from another site, or from a form, is refused', async () => {
  for (const [id] of refusing('origin_mismatch'))
    assertCode(
      await ask(id, { headers: { origin: 'https://elsewhere.example' } }),
      'origin_mismatch',
      id,
    );
});

test('bodies that are not JSON are refused, also on routes that require a user', async () => {
  for (const [id, { method, path, accepts }] of refusing('unsupported_media_type')) {
    if (accepts) continue;
    const send = operations[id].access === 'public' ? anyone : owner.bearer;
    const answer = await send(method, fillPath(path, ids), 'x', { 'content-type': 'text/plain' });
    assertCode(answer, 'unsupported_media_type', id);
  }
});

test('repeating a request with its idempotency key returns its reply, and another request is an error', async () => {
  const other = await issueAward(owner, badgeId);
  const [issuer, badge] = [
    await sampleBodies.createIssuer?.(ids),
    await sampleBodies.createBadge?.(ids),
  ];
  const requests = {
    createIssuer: ['one', 'two'].map((name) => ({ ...issuer, email: owner.email, name })),
    createBadge: ['one', 'two'].map((name) => ({ ...badge, name })),
    createCertificate: ['one', 'two'].map((name) => ({ name, design: sampleDesign })),
    createWebhook: ['one', 'two'].map((host) => ({ url: `https://${host}.invalid` })),
    createClaim: [{ limit: 1 }, { limit: 2 }],
    renewAward: [{ expires: '2090-01-01' }, { expires: '2091-01-01' }],
    correctRecipient: [{ name: 'Ada King' }, { name: 'Ada Byron' }],
    sendAwards: [{ awardIds: [awardId] }, { awardIds: [other] }],
    revokeAwards: [{ awardIds: [other] }, { awardIds: [other], reason: 'another' }],
    shareAward: ['one@example.org', 'two@example.org'].map((recipients) => ({
      ...{ recipients, subject: 'Sample', message: 'Sample' },
    })),
  } as const;
  for (const [id, bodies] of Object.entries(requests)) {
    const { method, path }: Operation = operations[id as keyof typeof requests];
    const send = (parameters: object) =>
      owner.api(method, fillPath(path, ids), { parameters }, { 'idempotency-key': `once-${id}` });
    const [first, second] = bodies;
    const [answer, again] = [await send(first), await send(first)];
    assertOk(answer, successStatus(operations[id as keyof typeof requests]));
    assert.deepEqual(again.body, answer.body, id);
    assertCode(await send(second), 'idempotency_key_reused', id);
  }
  const issuerId = await createIssuer(owner);
  const [certificate = {}] = requests.createCertificate;
  const sendOnce = (path: string, parameters: object) =>
    owner.api('POST', path, { parameters }, { 'idempotency-key': `gone${path}` });
  const create = async () => [
    await sendOnce('/badges', { ...badge, issuerId }),
    await sendOnce(`/issuers/${issuerId}/certificates`, certificate),
  ];
  const replies = await create();
  const [created] = replies.map((reply) => assertOk(reply, successStatus(operations.createBadge)));
  assertOk(await owner.api('DELETE', `/badges/${idFromUrl(created?.body.badgeId)}`));
  assertOk(await owner.api('DELETE', `/issuers/${issuerId}`));
  for (const [n, again] of (await create()).entries()) {
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.deepEqual(again.body, replies[n]?.body);
  }
});

test('a request whose duplicate is still being answered gets an error that says so', async () => {
  const timeout = { message: 'canceling statement due to lock timeout', sqlState: '55P03' };
  await whileRefused(['idempotency_keys'], timeout, async () => {
    for (const [id, { method, path, accepts }] of refusing('request_in_progress')) {
      const fields = await sampleBodies[id]?.(ids);
      const answer = await owner.api(
        method,
        `${fillPath(path, ids)}${accepts ? `?${sampleQueries[id]?.(ids)[0]}&dryRun=true` : ''}`,
        accepts ? getSampleFile(id) : { parameters: fields },
        { 'idempotency-key': 'twin', ...(accepts && csvHeaders) },
      );
      assertCode(answer, 'request_in_progress', id);
    }
  });
});

test('lists refuse page tokens that they did not issue', async () => {
  for (const [id] of refusing('invalid_page_token'))
    assertCode(await ask(id, { query: 'limit=1&lastEvaluatedKey=x' }), 'invalid_page_token', id);
});

test('an erased credential is gone and an unknown one not found, in every form', async () => {
  const erased = await issueAward(owner, badgeId);
  assertOk(await owner.api('DELETE', `/awards/${erased}`));
  // Imports name a credential in their document: my-imports.test.ts.
  for (const [id] of refusing('credential_gone').filter(([each]) => each !== 'importCredential'))
    for (const [code, guid] of [
      ['credential_gone', erased],
      ['credential_not_found', '01900000-0000-7000-8000-000000000000'],
    ] as const) {
      const names = { guid, awardGuid: guid, awardId: guid };
      const query = id === 'oembed' ? { query: page(guid) } : {};
      assertCode(await ask(id, { names, ...query }), code, id);
    }
});

test('an unknown claim code is not found', async () => {
  const names = { claimCode: 'ZZZZZZZZZZZZZZZZ' };
  assertCode(await ask('claimPage', { names }), 'claim_not_found', 'claimPage');
});

test('actions that the current status forbids return their own error codes', async () => {
  const account = { 'x-account-id': crypto.randomUUID() };
  assertCode(
    await ask('deleteAccount', { headers: account }),
    'account_not_found',
    'deleteAccount',
  );
  const foreign = { headers: { origin: 'https://elsewhere.example' } };
  for (const id of ['requestPasswordReset', 'resetPassword'] as const)
    assertCode(await ask(id, foreign), 'origin_mismatch', id);
  await sql`update webhooks set active = false where id = ${webhookId}`.execute(instance.db);
  for (const id of ['testWebhook', 'redeliver', 'redeliverSince'] as const)
    assertCode(await ask(id), 'webhook_disabled', id);
  // Not reachable through the API.
  const other = await createIssuer(owner);
  const unverified = await createBadge(owner, other);
  await sql`update issuers set verified_at = null where id = ${other}`.execute(instance.db);
  const names = { badgeId: unverified, issuerId: other };
  for (const id of ['createAward', 'createImport', 'createMigration'] as const)
    assertCode(await ask(id, { names }), 'issuer_not_verified', id);
  const { raw } = await instance.mailbox.waitFor('sample@example.org');
  token = /mail\/unsubscribe\/([\w-]+)/.exec(raw.replaceAll(/=\r?\n/g, ''))?.[1] ?? '';
  assertOk(await ask('unsubscribe', { names: { token } }));
  assertCode(await ask('resendMail'), 'recipient_unsubscribed', 'resendMail');
});

test('a full database disk also refuses reads that store something', async () => {
  const office = 'office@example.org';
  const waiting = await createIssuer(owner, { email: office });
  const code = findMailLink(await instance.mailbox.waitFor(office), '/verify-issuer/')
    .split('/')
    .at(-1);
  const guid = await issueAward(owner, badgeId);
  const offerToken = await openWalletOffer(instance, guid);
  const own = all.filter(([, { errors = [] }]) => errors.includes('storage_full'));
  const names: Partial<Record<OperationId, Record<string, string>>> = {
    verifyIssuerLink: { guid: waiting, code: code ?? '' },
    issuerDid: { guid: waiting },
    walletOfferDocument: { offerToken },
  };
  const everything = await sql<{
    name: string;
  }>`select format('%I.%I', schemaname, tablename) as name
    from pg_tables where schemaname in ('public', 'auth')`.execute(instance.db);
  const tables = everything.rows.map(({ name }) => name);
  await whileRefused(tables, { message: 'could not extend file', sqlState: '53100' }, async () => {
    for (const id of [...own.map(([id]) => id), 'createAward', 'signOut'] as const)
      assertCode(await ask(id, { names: names[id] ?? { guid } }), 'storage_full', id);
  });
});

test('while the image store is unreachable, requests that read or store an image are refused', async () => {
  // Not read yet.
  const badge = await createBadge(owner, issuerId, { image: dataUri(await pngBytes(64, 64, 7)) });
  const { image } = await owner.insignia.badges.get({ badgeId: badge });
  const cid = image.slice(image.lastIndexOf('/') + 1);
  const guid = await issueAward(owner, badge);
  const names = { guid, awardGuid: guid, awardId: guid, cid };
  const logo = dataUri(await pngBytes(64, 64, 8));
  const branded = await createIssuer(owner, { logo });
  const asking: Partial<Record<OperationId, Asking>> = {
    // Other fields of a verified issuer are fixed.
    updateIssuer: { body: { parameters: { logo: await badgeImage() } } },
    listDesignTemplates: { query: `issuerId=${branded}` },
  };
  bucket.refuse();
  for (const [id] of refusing('image_unavailable'))
    assertCode(await ask(id, { names, ...asking[id] }), 'image_unavailable', id);
});

test('while the database is away, every operation that needs it says so', async () => {
  // Earlier reads are cached.
  const shown = await issueAward(owner, badgeId);
  const names = { guid: shown, awardGuid: shown };
  const { image } = await owner.insignia.badges.get({ badgeId });
  const email = 'wallet@example.org';
  const walletAwardId = await issueAward(owner, badgeId, {
    recipient: { name: 'Ada Lovelace', email },
  });
  const access = {
    authorization: `Bearer ${await openWalletAccess(instance, issuerId, walletAwardId, email)}`,
  };
  const offerToken = await openWalletOffer(instance, walletAwardId);
  const { form } = await readWalletCode(instance, offerToken, email, 1);
  const asking: Partial<Record<OperationId, Asking>> = {
    getImage: { names: { cid: image.slice(image.lastIndexOf('/') + 1) } },
    ...{ unsubscribe: { names: { token } }, unsubscribePage: { names: { token } } },
    ...{ oembed: { query: page(shown) }, verify: { query: page(shown) } },
    walletOfferDocument: { names: { offerToken } },
    walletOfferExchange: { names: { offerToken } },
    walletToken: { body: form, headers: walletForm },
    ...{ walletCredential: { headers: access }, walletNotification: { headers: access } },
    verifyPosted: { body: { url: `${instance.url}/certify-badge/award/${shown}` } },
  };
  // The first step of a sign-in.
  const guarded = await createOwner(instance);
  await setUpApp(guarded);
  const first = assertOk(
    await anyone('POST', '/api/auth/sign-in/email', { email: guarded.email, password }),
  );
  const challenge = { headers: { cookie: readCookie(first.headers) } };
  Object.assign(asking, { verifyTotp: challenge, verifyRecoveryCode: challenge });
  door.shut();
  for (const [id] of refusing('database_unavailable'))
    assertCode(
      await ask(id, asking[id] ?? (ofDocument[id] ? {} : { names })),
      'database_unavailable',
      id,
    );
  assertOk(await ask('health'));
});
