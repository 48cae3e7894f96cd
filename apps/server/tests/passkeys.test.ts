import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { assertOk, assertRefused, createTestClient, type SendRequest } from './support/client.ts';
import { assertSucceeded, getInstanceSettings, runCommand } from './support/insignia.ts';
import {
  addMember,
  createOwner,
  type Owner,
  password,
  readCookie,
  signInByCode,
} from './support/people.ts';
import { createTemporaryDirectory } from './support/process.ts';
import { runConcurrently } from './support/run-concurrently.ts';
import { getCode, setUpApp } from './support/second-factor.ts';
import { SoftwareAuthenticator } from './support/software-authenticator.ts';
import { useInstance } from './support/use-instance.ts';

const instance = await useInstance();
const { url, db } = instance;
const anyone = createTestClient(url, { origin: url });
const path = (name: string) => `/api/auth/passkey/${name}`;

const start = (session: SendRequest, body: object = {}) =>
  session('POST', path('generate-register-options'), body);
const finish = (session: SendRequest, response: object, name = 'Laptop') =>
  session('POST', path('verify-registration'), { name, response });
const list = async (session: SendRequest) =>
  assertOk(await session('GET', path('list-user-passkeys'))).body.items;

async function add(session: SendRequest, device = new SoftwareAuthenticator(url)) {
  const { options } = assertOk(await start(session)).body;
  const { id } = assertOk(await finish(session, device.create(options))).body;
  return { id: id as string, device };
}

async function ask() {
  return assertOk(await anyone('POST', path('generate-authenticate-options'), {})).body.options;
}
const enter = (response: object, client = anyone) =>
  client('POST', path('verify-authentication'), { response });
async function signIn(device: SoftwareAuthenticator) {
  const { headers, body } = assertOk(await enter(device.get(await ask())));
  const cookie = readCookie(headers);
  return { cookie, body, session: createTestClient(url, { cookie, origin: url }) };
}
const signInByPassword = async ({ email }: Pick<Owner, 'email'>) => {
  const { headers } = assertOk(
    await anyone('POST', '/api/auth/sign-in/email', { email, password }),
  );
  return createTestClient(url, { cookie: readCookie(headers), origin: url });
};
/** Moves the sign-ins back in time. */
const age = ({ personId }: Pick<Owner, 'personId'>) =>
  sql`update auth."session" set "createdAt" = now() - interval '6 minutes'
    where "userId" = ${personId}`.execute(db);
const listActions = async ({ bearer }: Owner): Promise<string[]> =>
  assertOk(await bearer('GET', '/audit-log')).body.items.map(
    ({ action }: { action: string }) => action,
  );

test('a passkey signs in alone, shows its last use, and is renamed and removed', async () => {
  const owner = await createOwner(instance);
  const { id, device } = await add(owner.session);
  await instance.mailbox.waitFor(owner.email, /passkey was added/);
  const options = await ask();
  assert.equal(options.rpId, new URL(url).hostname);
  assert.deepEqual([options.userVerification, options.allowCredentials], ['required', undefined]);
  const [before] = await list(owner.session);
  assert.deepEqual([before.id, before.name, before.lastUsedAt], [id, 'Laptop', null]);
  const { body, session } = await signIn(device);
  assert.equal(body.user.email, owner.email);
  assertOk(await session('GET', '/account'));
  assert.ok((await list(session))[0].lastUsedAt >= before.createdAt);
  const { items } = assertOk(await session('GET', '/api/auth/list-sessions')).body;
  const here = items.find(({ current }: { current: boolean }) => current);
  assert.deepEqual([here.openedBy, here.secondFactor], ['passkey', null]);

  const rename = (passkeyId: string) =>
    session('POST', path('update-passkey'), { id: passkeyId, name: 'Phone' });
  assertOk(await rename(id));
  assert.equal((await list(session))[0].name, 'Phone');
  const other = await signIn(device);
  assertOk(await session('POST', path('delete-passkey'), { id }));
  assert.deepEqual(await list(session), []);
  await instance.mailbox.waitFor(owner.email, /passkey was removed/);
  assertRefused(await enter(device.get(await ask())), 400, 'invalid_passkey');
  // Sessions that it opened end, except for this one.
  assertRefused(await other.session('GET', '/account'), 401, 'invalid_credentials');
  assertOk(await session('GET', '/account'));
  assertRefused(await rename(id), 404, 'passkey_not_found');
  assertRefused(await rename('nonsense'), 404, 'passkey_not_found');
  assert.deepEqual((await listActions(owner)).slice(0, 3), [
    ...['removePasskey', 'renamePasskey', 'addPasskey'],
  ]);
});

test('an addition needs a recent sign-in or the password, and its own session', async () => {
  const owner = await createOwner(instance);
  const other = await signInByPassword(owner);
  const device = new SoftwareAuthenticator(url);
  const { options } = assertOk(await start(owner.session)).body;
  const { rp, user, excludeCredentials, authenticatorSelection } = options;
  assert.equal(rp.id, new URL(url).hostname);
  assert.equal(user.name, owner.email);
  assert.deepEqual(excludeCredentials, []);
  assert.deepEqual(
    [authenticatorSelection.residentKey, authenticatorSelection.userVerification],
    ['required', 'required'],
  );
  assertRefused(await finish(other, device.create(options)), 400, 'invalid_passkey');
  assertRefused(await start(owner.bearer), 403, 'fresh_sign_in_required');
  assertRefused(await finish(owner.bearer, device.create(options)), 403, 'fresh_sign_in_required');
  await age(owner);
  assertRefused(await start(owner.session), 403, 'fresh_sign_in_required');
  assertRefused(await start(owner.session, { password: 'wrong password' }), 400, 'invalid_request');
  const again = assertOk(await start(owner.session, { password })).body;
  assertOk(await finish(owner.session, device.create(again.options)));
  await sql`update auth."session" set "createdAt" = now() where "userId" = ${owner.personId}`.execute(
    db,
  );
  const next = assertOk(await start(owner.session)).body.options;
  assert.deepEqual(next.excludeCredentials, [
    { id: device.id.toString('base64url'), transports: ['internal'], type: 'public-key' },
  ]);
  const stranger = await createOwner(instance);
  const theirs = assertOk(await start(stranger.session)).body.options;
  for (const [session, options] of [
    [owner.session, next],
    [stranger.session, theirs],
  ] as const)
    assertRefused(await finish(session, device.create(options)), 409, 'passkey_exists');
});

test('registrations from elsewhere, without verification, or with a used challenge are refused', async () => {
  const { session } = await createOwner(instance);
  const other = await ask();
  const wrong = [
    { origin: 'https://evil.example' },
    { origin: url.replace(/\d+$/, '1') },
    { rpId: 'evil.example' },
    { type: 'webauthn.get' },
    { isVerified: false },
    { crossOrigin: true },
    { challenge: other.challenge },
    { challenge: 'x'.repeat(43) },
  ];
  for (const change of wrong) {
    const { options } = assertOk(await start(session)).body;
    const device = new SoftwareAuthenticator(url);
    const response = device.create(options, change);
    assertRefused(await finish(session, response), 400, 'invalid_passkey');
    // A challenge is used up by the first response that names it.
    if (!change.challenge && !change.crossOrigin)
      assertRefused(await finish(session, device.create(options)), 400, 'invalid_passkey');
  }
  const { options } = assertOk(await start(session)).body;
  const response = new SoftwareAuthenticator(url).create(options);
  assertOk(await finish(session, response));
  assertRefused(await finish(session, response), 400, 'invalid_passkey');
  const broken = { ...response.response, clientDataJSON: 'e30', attestationObject: 'n5-fn5-f' };
  assertRefused(await finish(session, { ...response, response: broken }), 400, 'invalid_passkey');
  const { options: last } = assertOk(await start(session)).body;
  const nested = 'gYGB'.repeat(2_500);
  const deep = new SoftwareAuthenticator(url).create(last);
  deep.response.attestationObject = nested;
  assertRefused(await finish(session, deep), 400, 'invalid_passkey');
});

test('attestation is ignored: no address in it is fetched', async () => {
  let visits = 0;
  const site = createServer((_request, response) => {
    visits += 1;
    response.end();
  }).listen(0, '127.0.0.1');
  after(() => site.close());
  await once(site, 'listening');
  const { port } = site.address() as AddressInfo;
  const { session } = await createOwner(instance);
  const { options } = assertOk(await start(session)).body;
  const certificate = Buffer.from(`http://127.0.0.1:${port}/crl`);
  const statement = new Map<string, number | Buffer>([
    ['alg', -7],
    ['sig', certificate],
    ['x5c', certificate],
  ]);
  const device = new SoftwareAuthenticator(url);
  const response = device.create(options, { attestation: { format: 'packed', statement } });
  assertOk(await finish(session, response));
  assertOk(await enter(device.get(await ask())));
  assert.equal(visits, 0);
});

test('assertions from elsewhere, replayed, expired, or of somebody else are refused', async () => {
  const [owner, stranger] = [await createOwner(instance), await createOwner(instance)];
  const { device } = await add(owner.session);
  const { device: foreign } = await add(stranger.session);
  const registering = assertOk(await start(owner.session)).body.options;
  const wrong = [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { type: 'webauthn.create' },
    { isVerified: false },
    { crossOrigin: true },
    { challenge: registering.challenge },
    { counter: 0 },
    { counter: 1 },
    { userHandle: Buffer.from('somebody else').toString('base64url') },
  ];
  for (const change of wrong)
    assertRefused(await enter(device.get(await ask(), change)), 400, 'invalid_passkey');
  // The credential of one user with the signature of another.
  const mixed = { ...foreign.get(await ask()), id: device.id.toString('base64url') };
  assertRefused(await enter({ ...mixed, rawId: mixed.id }), 400, 'invalid_passkey');
  const unknown = new SoftwareAuthenticator(url);
  const userHandle = 'bm9ib2R5';
  assertRefused(await enter(unknown.get(await ask(), { userHandle })), 400, 'invalid_passkey');
  const response = device.get(await ask());
  assertOk(await enter(response));
  assertRefused(await enter(response), 400, 'invalid_passkey');
  const expired = await ask();
  await sql`update auth."verification" set "expiresAt" = now() - interval '1 second'
    where value = 'passkey sign-in'`.execute(db);
  assertRefused(await enter(device.get(expired)), 400, 'invalid_passkey');
  const elsewhere = createTestClient(url, { origin: 'https://evil.example' });
  for (const response of [
    await enter(device.get(await ask()), elsewhere),
    await elsewhere('POST', path('generate-authenticate-options'), {}),
  ])
    assertRefused(response, 403, 'origin_mismatch');
  await sql`update auth."user" set "disabledAt" = now() where id = ${owner.personId}`.execute(db);
  assertRefused(await enter(device.get(await ask())), 400, 'invalid_passkey');
});

test('20 concurrent uses of one assertion, or of one counter, open one session', async () => {
  const owner = await createOwner(instance);
  const { device } = await add(owner.session);
  const succeeded = async (responses: object[]) => {
    const answers = await runConcurrently(responses.length, (n) => enter(responses[n] as object));
    return answers.filter(({ status }) => status === 200).length;
  };
  const response = device.get(await ask());
  assert.equal(await succeeded(Array.from({ length: 20 }, () => response)), 1);
  const cloned: object[] = [];
  for (let n = 0; n < 20; n += 1) cloned.push(device.get(await ask(), { counter: 100 }));
  assert.equal(await succeeded(cloned), 1);
});

test('30 concurrent additions stop at 20 passkeys', async () => {
  const owner = await createOwner(instance);
  const responses: object[] = [];
  for (let n = 0; n < 30; n += 1) {
    const { options } = assertOk(await start(owner.session)).body;
    responses.push(new SoftwareAuthenticator(url).create(options));
  }
  const answers = await runConcurrently(30, (n) => finish(owner.session, responses[n] as object));
  assert.equal(answers.filter(({ status }) => status === 200).length, 20);
  for (const answer of answers.filter(({ status }) => status !== 200))
    assertRefused(answer, 409, 'passkey_limit_reached');
  assert.equal((await list(owner.session)).length, 20);
  assertRefused(await start(owner.session), 409, 'passkey_limit_reached');
});

test('a password alone adds no factor to those of its user and removes none', async () => {
  const owner = await createOwner(instance);
  const { id, device } = await add(owner.session);
  const thief = await signInByPassword(owner);
  assertRefused(await start(thief), 403, 'second_factor_required');
  assertRefused(
    await thief('POST', '/api/auth/two-factor/enable', { password }),
    403,
    'second_factor_required',
  );
  const remove = (session: SendRequest, code?: string) =>
    session('POST', path('delete-passkey'), { id, ...(code && { code }) });
  assertRefused(await remove(thief), 403, 'fresh_sign_in_required');
  assertRefused(await remove(thief, '000000'), 404, 'second_factor_not_found');
  assertRefused(await remove(owner.bearer), 403, 'fresh_sign_in_required');
  // The session where it was added, and one that it opened, are the user's.
  const { backupCodes } = await setUpApp(owner);
  await age(owner);
  assertRefused(await remove(owner.session), 403, 'fresh_sign_in_required');
  assertRefused(await remove(owner.session, 'aaaaa-aaaaa'), 400, 'invalid_second_factor');
  const stranger = await createOwner(instance);
  const theirs = await add(stranger.session);
  assertRefused(
    await owner.session('POST', path('delete-passkey'), { id: theirs.id, code: backupCodes[1] }),
    404,
    'passkey_not_found',
  );
  // Refused, so the code wasn't used up.
  assertOk(await remove(owner.session, backupCodes[1]));
  assertRefused(await enter(device.get(await ask())), 400, 'invalid_passkey');
  // A second passkey needs a session with a factor.
  assertOk(await start(owner.session, { password }));
});

test('a setup that started before the first passkey was added is not completed without it', async () => {
  const owner = await createOwner(instance);
  const thief = await signInByPassword(owner);
  const device = new SoftwareAuthenticator(url);
  const { options } = assertOk(await start(thief)).body;
  const started = await thief('POST', '/api/auth/two-factor/enable', { password });
  await add(owner.session);
  assertRefused(await finish(thief, device.create(options)), 403, 'second_factor_required');
  const code = getCode(assertOk(started).body.secret);
  assertRefused(
    await thief('POST', '/api/auth/two-factor/verify-totp', { code }),
    403,
    'second_factor_required',
  );
});

test('a passkey satisfies an account that requires a second factor until it is removed', async () => {
  const owner = await createOwner(instance, 'pro');
  const member = await createOwner(instance);
  await addMember(instance, owner, member, 'viewer');
  const { id, device } = await add(member.session);
  const parameters = { requireSecondFactor: true };
  assertOk(await owner.session('PUT', '/account/security', { parameters }));
  const security = assertOk(await owner.session('GET', '/account/security')).body;
  assert.deepEqual(security, { requireSecondFactor: true, membersWithout: 1 });
  const read = (cookie: string) =>
    createTestClient(url, { cookie, 'x-account-id': owner.accountId })('GET', '/issuers');
  const { cookie, session } = await signIn(device);
  assertOk(await read(cookie));
  const byPassword = await anyone('POST', '/api/auth/sign-in/email', {
    ...{ email: member.email, password },
  });
  assertRefused(await read(readCookie(byPassword.headers)), 403, 'second_factor_required');
  assertOk(await session('POST', path('delete-passkey'), { id }));
  assertRefused(await read(cookie), 403, 'second_factor_required');
  // A new one, set up in this session, counts at once.
  await add(session);
  assertOk(await read(cookie));
});

test('the operator removes lost passkeys, and deleting a user removes theirs', async () => {
  const owner = await createOwner(instance);
  const { device } = await add(owner.session);
  const home = (await createTemporaryDirectory()).path;
  const run = () =>
    runCommand(home, ['people', 'remove-factor', owner.email, '--yes'], {
      env: getInstanceSettings(instance),
    });
  assertSucceeded(await run());
  assertRefused(await enter(device.get(await ask())), 400, 'invalid_passkey');
  assert.equal((await run()).code, 4);

  const recipient = await signInByCode(instance, 'passkey-recipient@example.org');
  await add(recipient.session);
  const count = async () =>
    (await sql`select 1 from auth.passkeys where user_id = ${recipient.personId}`.execute(db)).rows
      .length;
  assert.equal(await count(), 1);
  assertOk(await recipient.session('DELETE', '/my'));
  assert.equal(await count(), 0);
});

const form = { 'content-type': 'application/x-www-form-urlencoded', origin: url };
const openPage = (to: string, cookie: string, fields?: Record<string, string>) =>
  fetch(url + to, {
    redirect: 'manual',
    headers: { cookie, accept: 'text/html', ...(fields && form) },
    ...(fields && { method: 'POST', body: `${new URLSearchParams(fields)}` }),
  });

test('recipients rename and remove passkeys in their settings without script', async () => {
  const recipient = await signInByCode(instance, 'passkey-settings@example.org');
  const { id } = await add(recipient.session);
  const act = async (fields: Record<string, string>, expected = 200) => {
    const page = await openPage('/my/settings', recipient.cookie, fields);
    const html = await page.text();
    assert.equal(page.status, expected, html);
    return html;
  };
  const shown = await (await openPage('/my/settings?done=passkey', recipient.cookie)).text();
  assert.match(shown, /Passkey added/);
  assert.match(shown, /never used/);
  assert.match(await act({ act: 'renamePasskey', id, name: '<b>Phone' }), /&lt;b&gt;Phone/);
  const unnamed = await act({ act: 'renamePasskey', id, name: ' ' });
  assert.match(unnamed, /&lt;b&gt;Phone/);
  assert.doesNotMatch(unnamed, /Passkey renamed/);
  const german = await fetch(`${url}/my/settings`, {
    headers: { cookie: recipient.cookie, accept: 'text/html', 'accept-language': 'de' },
  });
  assert.match(await german.text(), /noch nie verwendet/);
  await age(recipient);
  assert.match(await act({ act: 'removePasskey', id }, 403), /sign in with a passkey/);
  assert.match(await act({ act: 'removePasskey', id: 'none' }, 403), /sign in with a passkey/);
  await sql`update auth."session" set "createdAt" = now() where "userId" = ${recipient.personId}`.execute(
    db,
  );
  assert.match(await act({ act: 'removePasskey', id: 'none' }, 404), /removed in another window/);
  assert.match(await act({ act: 'removePasskey', id }), /Passkey removed/);
});
