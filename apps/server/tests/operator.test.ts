// The operator's commands next to a running service.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { newId } from '../src/kernel/id.ts';
import { assertOk, assertRefused, createTestClient } from './support/client.ts';
import { assertSucceeded, getInstanceSettings, runCommand } from './support/insignia.ts';
import { findMailLink } from './support/mailbox.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
  password,
  readCookie,
} from './support/people.ts';
import { createTemporaryDirectory } from './support/process.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const instance = await useInstance();
const owner = await createOwner(instance);
const home = (await createTemporaryDirectory()).path;

const insignia = (...args: string[]) =>
  runCommand(home, args, { env: { ...getInstanceSettings(instance), SIGN_UP: 'closed' } });
// biome-ignore lint/suspicious/noExplicitAny: payloads of every shape
const runJson = async (...args: string[]): Promise<any> =>
  JSON.parse(assertSucceeded(await insignia(...args, '--json')));
const listAuditEntries = async ({ bearer }: Owner) =>
  assertOk(await bearer('GET', '/audit-log')).body.items as {
    action: string;
    byOperator: boolean;
    actor: unknown;
  }[];

/** Sets a password by the link and signs in. */
async function enterBy(link: string, email: string): Promise<string> {
  const anyone = createTestClient(instance.url);
  const token = new URL(link).searchParams.get('token');
  assertOk(await anyone('POST', '/api/auth/reset-password', { token, newPassword: password }));
  const { headers } = assertOk(
    await anyone('POST', '/api/auth/sign-in/email', { email, password }),
  );
  return readCookie(headers);
}

test('with SIGN_UP=closed the command line creates accounts, and their owners sign in by the link', async () => {
  const email = 'registrar@example.org';
  const createCommand = [
    'accounts',
    'create',
    '--owner',
    email,
    '--name',
    'Ada',
    '--account',
    'Our school',
  ];
  const reply = await runJson(...createCommand, '--plan', 'pro');
  const { mail } = { mail: await instance.mailbox.waitFor(email, /account is ready/) };
  const cookie = await enterBy(findMailLink(mail, '/reset-password'), email);
  const session = createTestClient(instance.url, { cookie, origin: instance.url });
  const { accountId, name, plan, role } = assertOk(await session('GET', '/account')).body;
  assert.deepEqual([accountId, name, plan, role], [reply.accountId, 'Our school', 'pro', 'owner']);
  const [first] = await listAuditEntries({ bearer: session } as Owner);
  assert.deepEqual([first?.action, first?.byOperator, first?.actor], ['createAccount', true, null]);

  const [repeated, createdByLink, unknown, nobody] = await Promise.all([
    insignia(...createCommand),
    runJson('accounts', 'create', '--owner', 'B@Example.org', '--print-link'),
    insignia('accounts', 'create', '--owner', 'c@example.org', '--plan', 'gold'),
    insignia('accounts', 'invite', reply.accountId, 'nobody@example.org'),
  ]);
  assert.deepEqual([repeated.code, unknown.code, nobody.code], [4, 4, 4]);
  assert.match(repeated.err, /already has an account/);
  assert.match(unknown.err, /plan gold not found\. Use one of free, starter, pro, unlimited/);
  assert.match(nobody.err, /SIGN_UP is closed and nobody@example\.org has no user yet/);
  await enterBy(createdByLink.link, 'b@example.org');
  assert.ok(!instance.mailbox.received.some(({ to }) => to.includes('b@example.org')));

  const invited = await runJson(
    'accounts',
    'invite',
    reply.accountId,
    'b@example.org',
    '--role',
    'admin',
  );
  assert.equal(invited.status, 'pending');
  await instance.mailbox.waitFor('b@example.org', /invites you/);
  const { accounts } = await runJson('accounts', 'list');
  const owners = accounts.map(({ owner }: { owner: string }) => owner);
  assert.deepEqual(
    [email, 'b@example.org', owner.email].map((address) => owners.includes(address)),
    [true, true, true],
  );
});

test('a changed plan takes effect at once in every process', async () => {
  const plans = await runJson('accounts', 'plan', owner.accountId, 'unlimited');
  assert.deepEqual([plans.before, plans.plan], ['free', 'unlimited']);
  await instance.waitForInvalidation();
  assert.equal((await owner.insignia.account.get()).plan, 'unlimited');
  const [{ action, byOperator } = {}] = await listAuditEntries(owner);
  assert.deepEqual([action, byOperator], ['changePlan', true]);
});

test('a disabled user is refused by session, token, key and password until enabled again', async () => {
  const person = await createOwner(instance);
  const unconfirmed = await insignia('people', 'disable', person.email);
  assert.deepEqual(
    [unconfirmed.code, unconfirmed.err],
    [
      2,
      `insignia: confirmation required: add --yes. The user of ${person.email} is signed out everywhere. Their API keys stop until you enable them, and their apps are disconnected for good.\n`,
    ],
  );
  await person.insignia.account.get();
  assert.equal(
    (await runJson('people', 'disable', person.email.toUpperCase(), '--yes')).accounts,
    1,
  );
  const isRefused = async (by: Owner['api']) => (await by('GET', '/account')).status === 401;
  await instance.waitForInvalidation();
  assert.ok(await isRefused(person.api));
  assert.ok(await isRefused(person.session));
  assert.ok(await isRefused(person.bearer));
  const signIn = () =>
    createTestClient(instance.url)('POST', '/api/auth/sign-in/email', {
      email: person.email,
      password,
    });
  assertRefused(await signIn(), 401, 'invalid_credentials');
  assert.equal((await insignia('people', 'disable', person.email, '--yes')).code, 4);

  assertSucceeded(await insignia('people', 'enable', person.email));
  await instance.waitForInvalidation();
  await person.insignia.account.get();
  assertOk(await signIn());
  const acts = (await listAuditEntries({ bearer: person.api } as Owner)).map(
    ({ action }) => action,
  );
  assert.deepEqual(acts.slice(0, 2), ['enablePerson', 'disablePerson']);

  const { link } = await runJson('people', 'reset', person.email, '--print-link');
  await enterBy(link, person.email);
  assert.equal((await insignia('people', 'reset', 'nobody@example.org')).code, 4);
});

test('the command line lists keys and revokes one by its id, which takes effect at once', async () => {
  const { keys } = await runJson('keys', 'list', '--account', owner.accountId);
  const key = keys.find(({ scope }: { scope: string }) => scope === 'read');
  assert.equal((await runJson('keys', 'revoke', key.keyId, '--yes')).revoked, true);
  await instance.waitForInvalidation();
  assertRefused(await owner.read('GET', '/account'), 401, 'invalid_credentials');
  const again = await insignia('keys', 'revoke', key.keyId, '--yes');
  assert.deepEqual([again.code, again.err], [4, `insignia: key ${key.keyId} not found\n`]);
  const [{ action, byOperator } = {}] = await listAuditEntries(owner);
  assert.deepEqual([action, byOperator], ['revokeKey', true]);
});

test('the command line shows the tokens and failed requests of a directory, and revokes a token', async () => {
  const role = { parameters: { role: 'viewer' } };
  const { token, tokenId } = assertOk(
    await owner.session('POST', '/provisioning/tokens', role),
  ).body;
  const scim = createTestClient(instance.url, { authorization: `Bearer ${token}` });
  assertOk(await scim('GET', '/scim/v2/Users'));
  assert.equal((await scim('GET', '/scim/v2/Users/nobody')).status, 404);
  const account = ['--account', owner.accountId];
  const listErrors = async () =>
    (await runJson('scim', 'requests', ...account, '--errors')).requests;
  await waitForCondition('recorded', async () => (await listErrors()).length === 1);
  const [{ resource, status, error }] = await listErrors();
  assert.deepEqual([resource, status, error], ['/scim/v2/Users/:id', 404, 'No user has this id.']);
  const { tokens } = await runJson('scim', 'tokens', ...account);
  assert.deepEqual(
    tokens.map((one: { tokenId: string }) => one.tokenId),
    [tokenId],
  );
  assert.ok(!JSON.stringify(tokens).includes(token));
  assert.equal((await runJson('scim', 'revoke', tokenId, ...account, '--yes')).revoked, true);
  assert.equal((await scim('GET', '/scim/v2/Users')).status, 401);
  assert.equal((await insignia('scim', 'revoke', tokenId, ...account, '--yes')).code, 4);
});

test('a deleted account is inaccessible at once, by API key and command line', async () => {
  const leaving = await createOwner(instance);
  assertSucceeded(await insignia('accounts', 'delete', leaving.accountId, '--yes'));
  await instance.waitForInvalidation();
  assertRefused(await leaving.api('GET', '/account'), 401, 'invalid_credentials');
  assert.equal((await insignia('accounts', 'plan', leaving.accountId, 'pro')).code, 4);
});

test('failed jobs can be listed, retried or dropped', async () => {
  const dead = [newId(), newId()];
  // Cleanup job of a deleted account without data.
  const payload = JSON.stringify({ accountId: newId(), email: 'gone@example.org', isLast: false });
  for (const id of dead)
    await sql`insert into jobs (id, kind, payload, account_id, max_attempts, attempts, last_error, dead_at)
      values (${id}, 'leaving-account', ${payload}, ${owner.accountId}, 12, 12, 'the disk was full', now())`.execute(
      instance.db,
    );
  const { jobs } = await runJson('jobs', 'list');
  assert.deepEqual(jobs.map(({ jobId }: { jobId: string }) => jobId).sort(), [...dead].sort());
  assert.equal(jobs[0].lastError, 'the disk was full');
  const [retried = '', dropped = ''] = dead;
  const half = await insignia('jobs', 'drop', dropped, newId(), '--yes');
  assert.deepEqual([half.code, (await runJson('jobs', 'list')).jobs.length], [4, 2]);
  assert.equal((await runJson('jobs', 'retry', retried)).retried, 1);
  assert.equal((await runJson('jobs', 'drop', dropped, '--yes')).dropped, 1);
  const findDeadJobs = () =>
    sql`select 1 from jobs where id = any(${dead}::uuid[])`.execute(instance.db);
  await waitForCondition('it is done', async () => (await findDeadJobs()).rows.length === 0);
  const acts = (await listAuditEntries(owner)).map(({ action }) => action);
  assert.deepEqual(acts.slice(0, 2), ['dropJob', 'retryJob']);
});

test('a disabled endpoint can be found and enabled, and a bounced email resent', async () => {
  const { id } = await owner.insignia.webhooks.create({
    url: 'https://receiver.example/',
    events: ['*'],
  });
  await sql`update webhooks set active = false, failure_count = 9 where id = ${id}`.execute(
    instance.db,
  );
  instance.mailbox.unknown.add('lost@example.org');
  const awardId = await issueAward(owner, await createBadge(owner, await createIssuer(owner)));
  await owner.insignia.credentials.send({ awardId, email: 'lost@example.org' });
  const mails = async () => (await owner.insignia.mail.list({ state: 'bounced' })).items;
  await waitForCondition('the mail came back', async () => (await mails()).length > 0);

  const [disabled, bounced] = await Promise.all([
    runJson('webhooks', 'list', '--disabled'),
    runJson('mail', 'list', '--state', 'bounced'),
  ]);
  assert.deepEqual(
    disabled.webhooks.map(({ webhookId }: { webhookId: string }) => webhookId),
    [id],
  );
  const [mail] = bounced.mails;
  assert.equal(mail.to, 'lost@example.org');
  assert.match(mail.lastError, /no such mailbox/);
  instance.mailbox.unknown.clear();
  await Promise.all([runJson('webhooks', 'enable', id), runJson('mail', 'resend', mail.mailId)]);
  await instance.mailbox.waitFor('lost@example.org');
  const { webhooks } = await owner.insignia.webhooks.list();
  assert.equal(webhooks.find((webhook) => webhook.id === id)?.active, true);
  const acts = (await listAuditEntries(owner)).filter(({ byOperator }) => byOperator);
  assert.deepEqual(
    acts
      .slice(0, 2)
      .map(({ action }) => action)
      .sort(),
    ['enableWebhook', 'resendMail'],
  );
});
