// SECRET is changed while the service runs: what was sealed and signed with the old one stays of use, and at last does without it.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { rotateSecret, withService } from '../src/commands/index.ts';
import { createCursors } from '../src/platform/cursors.ts';
import { Secrets } from '../src/platform/secrets/index.ts';
import { assertOk, assertRefused, client } from './support/client.ts';
import { createDatabase } from './support/database.ts';
import { settingsOf } from './support/insignia.ts';
import { type Instance, startInstance } from './support/instance.ts';
import {
  cookieOf,
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  password,
} from './support/people.ts';
import { type Received, startReceiver } from './support/receiver.ts';
import { withSettings } from './support/settings.ts';
import { until } from './support/until.ts';

const old = 'a secret of the tests, long enough';
const fresh = 'another secret of the tests, as long';

test('SECRET is changed while two processes run: nothing is unreadable, and the old one is not needed any more', async (t) => {
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
    const surroundings = { signal: new AbortController().signal, warn: () => {} };
    const options = { confirm: async () => {}, onResealed: () => {}, patienceMs: 0 };
    return withSettings({ ...settingsOf(instance), ...settings }, () =>
      withService(surroundings, (service) => rotateSecret(service, surroundings, options)),
    );
  };

  const first = await start({ SECRET: old });
  const owner = await createOwner(first);
  const issuerId = await createIssuer(owner);
  const badgeId = await createBadge(owner, issuerId);
  const awardId = await issueAward(owner, badgeId);
  await issueAward(owner, badgeId);
  const webhook = await owner.insignia.webhooks.create({ url: receiver.url });
  await owner.insignia.credentials.send({ awardId, email: 'tired@example.org' });
  const { raw } = await first.mailbox.waitFor('tired@example.org', /./);
  const [unsubscribe = ''] = /mail\/unsubscribe\/[\w-]+/.exec(raw.replaceAll(/=\r?\n/g, '')) ?? [];
  const pageToken = createCursors(new Secrets([old])).make('credentials', owner.accountId, awardId);

  const vcAt = async ({ direct }: Instance) =>
    JSON.stringify(assertOk(await client(direct)('GET', `/credentials/${awardId}/vc`)).body);
  const bySession = (at: Instance, cookie = owner.cookie) =>
    client(at.direct)('GET', '/issuers', undefined, { cookie });
  const byToken = (at: Instance, token = owner.jwt) =>
    client(at.direct)('GET', '/issuers', undefined, { authorization: `Bearer ${token}` });
  const byKey = (at: Instance) => client(at.direct, { 'x-api-key': owner.key });
  const signIn = async (at: Instance) => {
    const { headers } = assertOk(
      await client(at.direct)('POST', '/api/auth/sign-in/email', { email: owner.email, password }),
    );
    const cookie = cookieOf(headers);
    const answer = await client(at.direct)('GET', '/api/auth/token', undefined, { cookie });
    return { cookie, token: assertOk(answer).body.token as string };
  };
  const sealed = async () => {
    const { rows } = await sql<{ hex: string }>`
      select encode(secret, 'hex') as hex from webhooks union all
      select encode(sealed, 'hex') from issuer_keys union all
      select "privateKey" from auth."jwks" where "expiresAt" is null`.execute(
      ([...running][0] as Instance).db,
    );
    return rows.map(({ hex }) => hex);
  };
  const deliversAt = async (at: Instance) => {
    const before = receiver.received.length;
    assertOk(await byKey(at)('POST', `/webhooks/${webhook.id}/test`));
    await until('delivered', () => receiver.received.length > before);
    const { body, headers } = receiver.received.at(-1) as Received;
    const signature = createHmac('sha256', webhook.secret).update(body).digest('hex');
    assert.equal(headers['x-service-signature'], `sha256=${signature}`);
  };
  const text = await vcAt(first);
  const before = await sealed();

  // Beside one that does not know the new secret, the one that does writes with the old one.
  const second = await start({ SECRET: fresh, SECRET_PREVIOUS: old });
  for (const at of [first, second]) {
    assertOk(await bySession(at));
    assertOk(await bySession(at, (await signIn(second)).cookie));
    assertOk(await byToken(at));
    assert.equal(await vcAt(at), text);
  }
  const settings = { SECRET: fresh, SECRET_PREVIOUS: old };
  await assert.rejects(
    rotate(settings, second),
    /these processes do not know the new SECRET: all on .+ \(process \d+\)\. Start them anew/,
  );
  await assert.rejects(
    rotate({ SECRET: fresh }, second),
    /the service writes with another SECRET than the ones here/,
  );
  const offered = await rotate({ SECRET: old, SECRET_PREVIOUS: '' }, second);
  assert.equal(offered.outcome, 'new');
  assert.equal(offered.secret?.length, 43);
  await assert.rejects(
    start({ SECRET: 'one that nobody has told the others of' }),
    /SECRET is not the one that running processes of this service have/,
  );
  assert.deepEqual(await sealed(), before);

  await end(first);
  const third = await start({ SECRET: old, SECRET_PREVIOUS: fresh });
  const { outcome, resealed, lost, kept } = await rotate(settings, second);
  assert.deepEqual([outcome, resealed, lost, kept], ['changed', 2, 0, 'environment']);
  assert.ok((await sealed()).every((each) => !before.includes(each)));
  for (const at of [second, third]) {
    await until('its sessions have ended', async () => (await bySession(at)).status === 401);
    assertOk(await byToken(at));
    assertOk(await byKey(at)('GET', `/awards?lastEvaluatedKey=${pageToken}`));
    assert.equal(await vcAt(at), text);
    await deliversAt(at);
  }
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
  assertOk(await client(alone.direct)('GET', `/${unsubscribe}`));
  await end(alone);

  // A secret that is lost.
  const other = await start({ SECRET: 'a third secret, long enough for this too' });
  assertRefused(await bySession(other, cookie), 401, 'invalid_credentials');
  assertRefused(await byToken(other, token), 401, 'invalid_credentials');
  assertOk(await byToken(other, (await signIn(other)).token));
  assertOk(await byKey(other)('GET', '/issuers'));
});
