// Changing SECRET while the service runs: old encryption and signatures keep working and finally no
// longer need the old secret.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { checkSecret } from '../src/commands/doctor/secret.ts';
import { rotateServiceSecret, withService } from '../src/commands/index.ts';
import { readConfig, readEnv } from '../src/config/index.ts';
import { createPageTokens } from '../src/platform/http/page-tokens.ts';
import { Secrets } from '../src/platform/secrets/index.ts';
import { assertOk, assertRefused, createTestClient } from './support/client.ts';
import { createDatabase } from './support/database.ts';
import { getInstanceSettings } from './support/insignia.ts';
import { type Instance, startInstance } from './support/instance.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  password,
  readCookie,
} from './support/people.ts';
import { findFreePort } from './support/port.ts';
import { type ReceivedRequest, startReceiver } from './support/receiver.ts';
import { createKeyPair, renderIdpMetadata } from './support/saml-provider.ts';
import { getCode, setUpApp } from './support/second-factor.ts';
import { withSettings } from './support/settings.ts';
import { waitForCondition } from './support/wait-for-condition.ts';
import { createWalletKey, signProof } from './support/wallet.ts';
import {
  openWalletAccess,
  openWalletOffer,
  readWalletCode,
  walletForm,
} from './support/wallet-access.ts';

const oldSecret = 'a secret of the tests, long enough';
const fresh = 'another secret of the tests, as long';
const last = 'a third secret, long enough for this too';

test('changing SECRET while two processes run keeps everything readable, and the old secret becomes unnecessary', async (t) => {
  const database = await createDatabase();
  const receiver = await startReceiver();
  const running = new Set<Instance>();
  t.after(async () => {
    for (const each of running) await each.stop();
    await receiver.close();
    await database.drop();
  });
  let baseUrl: string | undefined;
  const start = async (settings: Record<string, string>): Promise<Instance> => {
    const started = await startInstance({
      ...{ DATABASE_URL: database.url, WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8' },
      ...{ TOPOLOGY: 'one', ...(baseUrl ? { BASE_URL: baseUrl } : {}), ...settings },
    });
    running.add(started);
    baseUrl = started.url;
    return started;
  };
  const end = async (instance: Instance): Promise<void> => {
    running.delete(instance);
    await instance.stop();
  };
  const rotate = (settings: Record<string, string>, instance: Instance) => {
    const commandContext = { signal: new AbortController().signal, warn: () => {} };
    const options = { confirm: async () => {}, onResealed: () => {}, patienceMs: 0 };
    return withSettings({ ...getInstanceSettings(instance), ...settings }, () =>
      withService(commandContext, (service) =>
        rotateServiceSecret(service, commandContext, options),
      ),
    );
  };

  // did:web requires a name.
  const port = String(await findFreePort());
  const first = await start({
    SECRET: oldSecret,
    PORT: port,
    BASE_URL: `http://localhost:${port}`,
  });
  const owner = await createOwner(first);
  const issuerId = await createIssuer(owner);
  const badgeId = await createBadge(owner, issuerId);
  const awardId = await issueAward(owner, badgeId);
  const unsigned = await issueAward(owner, badgeId);
  const guarded = await createOwner(first);
  const app = await setUpApp(guarded);
  const webhook = await owner.insignia.webhooks.create({ url: receiver.url });
  const provider = { issuer: 'https://login.example.org', clientId: 'a', clientSecret: 'a' };
  const { certificate } = await createKeyPair();
  const metadataXml = renderIdpMetadata('https://idp.example', 'https://idp.example', [
    certificate,
  ]);
  const connect = async (fields: object): Promise<string> => {
    const parameters = { name: 'Sample', ...fields };
    return assertOk(await owner.bearer('POST', '/sso/connections', { parameters })).body
      .connectionId;
  };
  await connect({ protocol: 'oidc', oidc: provider });
  const samlPath = `/sso/${await connect({ protocol: 'saml', saml: { metadataXml } })}/metadata`;
  const role = { parameters: { role: 'viewer' } };
  const { token: scimToken } = assertOk(
    await owner.bearer('POST', '/provisioning/tokens', role),
  ).body;
  assertOk(await createTestClient(first.url)('GET', '/lti/jwks'));
  await owner.insignia.credentials.send({ awardId, email: 'tired@example.org' });
  const { raw } = await first.mailbox.waitFor('tired@example.org', /./);
  const [unsubscribe = ''] = /mail\/unsubscribe\/[\w-]+/.exec(raw.replaceAll(/=\r?\n/g, '')) ?? [];
  const pageToken = createPageTokens(new Secrets([oldSecret])).make(
    'credentials',
    owner.accountId,
    awardId,
  );

  const vcAt = async ({ direct }: Instance) =>
    JSON.stringify(
      assertOk(await createTestClient(direct)('GET', `/credentials/${awardId}/vc`)).body,
    );
  const bySession = (at: Instance, cookie = owner.cookie) =>
    createTestClient(at.direct)('GET', '/issuers', undefined, { cookie });
  const byToken = (at: Instance, token = owner.jwt) =>
    createTestClient(at.direct)('GET', '/issuers', undefined, { authorization: `Bearer ${token}` });
  const byKey = (at: Instance) => createTestClient(at.direct, { 'x-api-key': owner.key });
  const signIn = async (at: Instance) => {
    const { headers } = assertOk(
      await createTestClient(at.direct)('POST', '/api/auth/sign-in/email', {
        email: owner.email,
        password,
      }),
    );
    const cookie = readCookie(headers);
    const answer = await createTestClient(at.direct)('GET', '/api/auth/token', undefined, {
      cookie,
    });
    return { cookie, token: assertOk(answer).body.token as string };
  };
  const sealed = async () => {
    const { rows } = await sql<{ hex: string }>`
      select encode(secret, 'hex') as hex from webhooks union all
      select encode(secret, 'hex') from sso_connections union all
      select encode(sealed, 'hex') from lti_keys union all
      select encode(sealed, 'hex') from issuer_keys union all
      select "privateKey" from auth."jwks" where "expiresAt" is null union all
      select secret from auth."twoFactor" union all
      select "backupCodes" from auth."twoFactor"`.execute(([...running][0] as Instance).db);
    return rows.map(({ hex }) => hex);
  };
  const deliversAt = async (at: Instance) => {
    const before = receiver.received.length;
    assertOk(await byKey(at)('POST', `/webhooks/${webhook.id}/test`));
    await waitForCondition('delivered', () => receiver.received.length > before);
    const { body, headers } = receiver.received.at(-1) as ReceivedRequest;
    const signature = createHmac('sha256', webhook.secret).update(body).digest('hex');
    assert.equal(headers['x-service-signature'], `sha256=${signature}`);
  };
  const sessionsAt = async (at: Instance, cookie: string) => {
    const answer = await createTestClient(at.direct)('GET', '/api/auth/list-sessions', undefined, {
      cookie,
    });
    return assertOk(answer).body.items as { expiresAt: string; current: boolean }[];
  };
  /** Signs in with a code of an app or a recovery code. */
  const enterCode = async (at: Instance, kind: 'totp' | 'backup-code', code: string) => {
    const anyone = createTestClient(at.direct);
    const { email } = guarded;
    const first = assertOk(await anyone('POST', '/api/auth/sign-in/email', { email, password }));
    const cookie = readCookie(first.headers);
    return anyone('POST', `/api/auth/two-factor/verify-${kind}`, { code }, { cookie });
  };
  const holder = 'wallet@example.org';
  const recipient = { name: 'Wanda Wallet', email: holder };
  const inWallet = await issueAward(owner, badgeId, { recipient });
  const walletKey = await createWalletKey();
  const walletNonce = async (at: Instance): Promise<string> =>
    assertOk(await createTestClient(at.direct)('POST', `/issuer/${issuerId}/nonce`)).body.c_nonce;
  /** Binds a copy to the same key. Returns the number of copies. */
  const addCopy = async (at: Instance, access: string, nonce: string): Promise<number> => {
    const aud = `${baseUrl}/issuer/${issuerId}`;
    const jwt = [await signProof(walletKey, { aud, nonce, now: new Date() })];
    const wallet = createTestClient(at.direct, { authorization: `Bearer ${access}` });
    const request = { credential_configuration_id: 'open_badge_jwt', proofs: { jwt } };
    assertOk(await wallet('POST', `/issuer/${issuerId}/credential`, request));
    const { rows } = await sql<{ copies: number }>`
      select count(*)::int as copies from wallet_copies where credential_id = ${inWallet}`.execute(
      at.db,
    );
    return rows[0]?.copies ?? 0;
  };
  const tokenLivesMs = 5 * 60_000;
  const samlAt = async ({ direct }: Instance) =>
    assertOk(await createTestClient(direct)('GET', samlPath)).text;
  const text = await vcAt(first);
  const samlText = await samlAt(first);
  const before = await sealed();

  // Next to a process that doesn't know the new secret, the one that does uses the old one.
  const second = await start({ SECRET: fresh, SECRET_PREVIOUS: oldSecret });
  for (const at of [first, second]) {
    assertOk(await bySession(at));
    assertOk(await bySession(at, (await signIn(second)).cookie));
    assertOk(await byToken(at));
    assert.equal(await vcAt(at), text);
  }
  const settings = { SECRET: fresh, SECRET_PREVIOUS: oldSecret };
  await assert.rejects(
    rotate(settings, second),
    /these processes don't know the new SECRET: all on .+ \(process \d+\)\. Restart them/,
  );
  await assert.rejects(
    rotate({ SECRET: fresh }, second),
    /the service uses a SECRET that isn't set here/,
  );
  const offered = await rotate({ SECRET: oldSecret, SECRET_PREVIOUS: '' }, second);
  assert.equal(offered.outcome, 'new');
  assert.equal(offered.secret?.length, 43);
  await assert.rejects(
    start({ SECRET: 'one that nobody has told the others of' }),
    /SECRET doesn't match the running processes of this service/,
  );
  assert.deepEqual(await sealed(), before);

  await end(first);
  const atSecond = { url: second.direct, mailbox: second.mailbox };
  const access = await openWalletAccess(atSecond, issuerId, inWallet, holder);
  assert.equal(await addCopy(second, access, await walletNonce(second)), 1);
  const offer = await openWalletOffer(atSecond, inWallet);
  const unredeemed = await readWalletCode(atSecond, offer, holder, 1);
  const earlierNonce = await walletNonce(second);
  const third = await start({ SECRET: oldSecret, SECRET_PREVIOUS: fresh });
  const { outcome, resealed, lost, kept: secretPlace } = await rotate(settings, second);
  assert.deepEqual([outcome, resealed, lost, secretPlace], ['changed', 6, 0, 'environment']);
  assert.ok((await sealed()).every((each) => !before.includes(each)));
  // As long as their tokens are valid.
  const afterTurn = Date.now();
  const { rows: ended } = await sql<{
    at: Date;
  }>`select "expiresAt" as at from auth."session"`.execute(second.db);
  assert.ok(ended.length > 1);
  assert.ok(ended.every(({ at }) => at.getTime() <= afterTurn + tokenLivesMs));
  for (const at of [second, third]) {
    await waitForCondition(
      'its sessions have ended',
      async () => (await bySession(at)).status === 401,
    );
    assertOk(await byToken(at));
    assertOk(await byKey(at)('GET', `/awards?lastEvaluatedKey=${pageToken}`));
    assert.equal(await vcAt(at), text);
    await deliversAt(at);
  }
  // The wallet's earlier token, nonce and code still work, and its key is counted once.
  assert.equal(await addCopy(second, access, earlierNonce), 1);
  const redeem = createTestClient(third.direct, walletForm);
  const redeemed = assertOk(await redeem('POST', `/issuer/${issuerId}/token`, unredeemed.form));
  assert.equal(await addCopy(third, redeemed.body.access_token, await walletNonce(second)), 1);
  const { cookie, token } = await signIn(third);
  const again = await rotate(settings, second);
  assert.deepEqual([again.outcome, again.resealed], ['finished', 0]);

  await end(second);
  await end(third);
  const alone = await start({ SECRET: fresh });
  assertOk(await bySession(alone, cookie));
  assertOk(await byToken(alone, token));
  assertOk(await byToken(alone, (await signIn(alone)).token));
  assert.equal(await vcAt(alone), text);
  await deliversAt(alone);
  const atAlone = { url: alone.direct, mailbox: alone.mailbox };
  const latest = await openWalletAccess(atAlone, issuerId, inWallet, holder);
  assert.equal(await addCopy(alone, latest, await walletNonce(alone)), 1);
  assert.equal(await samlAt(alone), samlText);
  const scim = createTestClient(alone.direct, { authorization: `Bearer ${scimToken}` });
  assertOk(await scim('GET', '/scim/v2/Users'));
  assertOk(await enterCode(alone, 'totp', getCode(app.secret, 1)));
  assertOk(await enterCode(alone, 'backup-code', app.backupCodes[0] ?? ''));
  assertOk(await createTestClient(alone.direct)('GET', `/${unsubscribe}`));
  await end(alone);

  // A lost secret.
  const other = await start({ SECRET: last });
  assertRefused(await bySession(other, cookie), 401, 'invalid_credentials');
  assertRefused(await byToken(other, token), 401, 'invalid_credentials');
  const refused = await enterCode(other, 'backup-code', app.backupCodes[1] ?? '');
  assertRefused(refused, 400, 'invalid_second_factor');
  const anew = await signIn(other);
  assertOk(await byToken(other, anew.token));
  assert.deepEqual(
    (await sessionsAt(other, anew.cookie)).map(({ current }) => current),
    [true],
  );
  assertOk(await byKey(other)('GET', '/issuers'));

  // The issuer's key can't be decrypted. Another process might, so it isn't replaced.
  const credential = JSON.parse(text);
  const verify = async (document: unknown) =>
    assertOk(await createTestClient(other.direct)('POST', '/verify', { document })).body.outcome;
  const get = (at: Instance, path: string) => createTestClient(at.direct)('GET', path);
  const keys = async () =>
    assertOk(await byKey(other)('GET', `/issuers/${issuerId}/keys`)).body.items;
  const set = (name: string, value: string) =>
    sql`insert into settings (name, value) values (${name}, ${value})
      on conflict (name) do update set value = excluded.value`.execute(other.db);
  const { rows } = await sql<{ mark: string }>`
    select value as mark from settings where name = 'secret_mark'`.execute(other.db);
  const doctorSays = () =>
    withSettings({ ...getInstanceSettings(other), SECRET: last, SECRET_PREVIOUS: '' }, async () => {
      const checks = await checkSecret(readConfig(readEnv()).config, other.db);
      return checks.map(({ check, outcome, message }) => `${check}: ${outcome}: ${message}`);
    });
  const secretIsGood = 'secret: ok: matches the service';
  const webhookIsLost =
    "webhook secrets: warning: 1 can't be read, because their SECRET is lost. Nothing can be delivered to these endpoints";
  const connectionIsLost =
    "single sign-on: warning: 2 can't be read, because their SECRET is lost. Nobody signs in through these connections";
  const factorIsLost =
    "second factors: warning: 1 can't be read, because their SECRET is lost. No code of these users is accepted";
  assert.deepEqual(await doctorSays(), [
    secretIsGood,
    "issuer keys: warning: 1 can't be read, because their SECRET is lost. 1 issuer has no other key",
    webhookIsLost,
    factorIsLost,
    connectionIsLost,
  ]);
  const refusesToReplace = async () => {
    assert.equal((await get(other, `/credentials/${awardId}/vc`)).status, 500);
    assert.equal(await verify(credential), 'unknown');
    assert.equal((await keys()).length, 1);
  };
  await set('secret_mark', 'of another secret');
  await refusesToReplace();
  await set('secret_mark', rows[0]?.mark ?? '');
  await set('secret_rotation', 'a moment ago');
  await refusesToReplace();
  await sql`delete from settings where name = 'secret_rotation'`.execute(other.db);

  // Lost for good: a new key signs at once, and earlier signatures stay valid.
  const beside = await start({ SECRET: last });
  const old3 = credential.proof.verificationMethod;
  const documents = await Promise.all(
    [awardId, unsigned].flatMap((id) =>
      [other, beside].map(async (at) => assertOk(await get(at, `/credentials/${id}/vc`)).text),
    ),
  );
  assert.deepEqual([documents[1], documents[3]], [documents[0], documents[2]]);
  const [used, ...more] = new Set(
    documents.map((each) => JSON.parse(each).proof.verificationMethod),
  );
  assert.deepEqual(more, []);
  assert.notEqual(used, old3);
  assert.deepEqual(
    (await keys()).map(({ signs }: { signs: boolean }) => signs),
    [true, false],
  );
  assertOk(await get(other, `/credentials/${awardId}/vc.jwt`));
  const list = assertOk(
    await get(other, new URL(credential.credentialStatus.statusListCredential).pathname),
  );
  assert.equal(JSON.parse(list.text).proof.verificationMethod, used);
  for (const document of [credential, JSON.parse(documents[0] ?? '')])
    assert.equal(await verify(document), 'valid');

  assert.deepEqual(await doctorSays(), [
    secretIsGood,
    "issuer keys: ok: 1 can't be read, because their SECRET is lost. Newer keys sign instead, and existing copies stay valid",
    webhookIsLost,
    factorIsLost,
    connectionIsLost,
  ]);

  // Unused keys are deleted eventually, but the lost one has signed copies.
  for (const days of [0, 2, 4]) {
    other.clock.set(new Date(Date.now() + days * 86_400_000));
    assertOk(await byKey(other)('POST', `/issuers/${issuerId}/keys/rotate`));
  }
  const did = assertOk(await get(other, `/issuer/${issuerId}/did.json`)).body;
  for (const each of [old3, used]) assert.ok(did.assertionMethod.includes(each));
  assert.equal(did.assertionMethod.length, 8, 'of four keys');
});
