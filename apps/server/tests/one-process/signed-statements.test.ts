// Statements of requests: someone waits for a round trip for each of them, and may time it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { assertOk, assertRefused, createTestClient, visitHost } from '../support/client.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  password,
  signInByCode,
} from '../support/people.ts';
import { recordStatements } from '../support/statements.ts';

let database: TestDatabase;
let instance: Instance;
let ids: string[];
/** Addresses of a recipient, a member and a blocked member. */
let known: string[];
before(async () => {
  database = await createDatabase();
  const all = await startInstance({ DATABASE_URL: database.url, TOPOLOGY: 'one' });
  const owner = await createOwner(all);
  const badgeId = await createBadge(owner, await createIssuer(owner));
  ids = [];
  for (let n = 0; n < 3; n++) ids.push(await issueAward(owner, badgeId));
  await signInByCode(all, 'known@recipients.example');
  const blocked = await createOwner(all);
  await sql`update auth."user" set "disabledAt" = now() where id = ${blocked.personId}`.execute(
    all.db,
  );
  known = ['known@recipients.example', owner.email, blocked.email];
  await all.stop();
  // Run without workers, because their statements would be counted too.
  const { url: BASE_URL, config } = all;
  instance = await startInstance({
    ...{ DATABASE_URL: database.url, ROLE: 'api', BASE_URL, PORT: String(config.port) },
    RATE_LIMIT: 'on',
  });
  // The first credential of an issuer creates its key and its status list.
  assertOk(await createTestClient(instance.url)('GET', `/credentials/${ids[0]}/vc`));
});
after(async () => {
  await instance.stop();
  await database.drop();
});

test('the first read of a signed credential takes 3 statements, and the next in another form takes 1', async () => {
  const read = (path: string) => () => createTestClient(instance.url)('GET', path).then(assertOk);
  for (const id of ids.slice(1)) {
    const first = await recordStatements(read(`/credentials/${id}/vc`));
    assert.equal(first.length, 3, first.join('\n'));
    const next = await recordStatements(read(`/credentials/${id}/vc.jwt`));
    assert.equal(next.length, 1, next.join('\n'));
    assert.deepEqual(await recordStatements(read(`/credentials/${id}/vc`)), []);
  }
});

/** Workers are notified after the response, sometimes of several emails at once. */
const isOfRequest = (text: string): boolean => !text.includes('pg_notify');

/** Fails unless requests for each known address take the statements of an unknown one. */
async function assertSameStatements(
  ask: (email: string) => Promise<unknown>,
  prepare: (email: string) => Promise<unknown> = async () => {},
): Promise<string[]> {
  const record = async (email: string): Promise<string[]> => {
    await prepare(email);
    return (await recordStatements(() => ask(email))).filter(isOfRequest);
  };
  await record('first@recipients.example');
  const unknown = await record('unknown@recipients.example');
  for (const email of known) assert.deepEqual(await record(email), unknown, email);
  return unknown;
}

const post = (path: string, body: object) =>
  createTestClient(instance.url)('POST', `/api/auth/${path}`, body);
const requestCode = (email: string) => post('sign-in/email-code', { email }).then(assertOk);

test('a health check under another host takes no statement', async () => {
  const check = () => visitHost(instance.url, 'unknown.example', '/healthz');
  assert.deepEqual((await recordStatements(check)).filter(isOfRequest), []);
});

test('asking for an email takes the same statements for known, blocked and unknown addresses', async () => {
  const asks = [
    requestCode,
    (email: string) => post('request-password-reset', { email }).then(assertOk),
    async (email: string) => {
      const answer = await fetch(`${instance.url}/sign-up/resend`, {
        ...{ method: 'POST', body: new URLSearchParams({ email }) },
        headers: { origin: instance.url },
      });
      assert.equal(answer.status, 200);
    },
    (email: string) => post('sign-up/email', { name: 'Ada', email, password }).then(assertOk),
  ];
  for (const ask of asks) {
    const statements = await assertSameStatements(ask);
    assert.ok(statements.some((text) => text.includes('insert into mails')));
  }
});

test('a wrong code or password takes the same statements for known, blocked and unknown addresses', async () => {
  await assertSameStatements(
    async (email) =>
      assertRefused(
        await post('sign-in/email-code/confirm', { email, code: 'x' }),
        400,
        'invalid_email_code',
      ),
    requestCode,
  );
  await assertSameStatements(async (email) =>
    assertRefused(
      await post('sign-in/email', { email, password: 'x' }),
      401,
      'invalid_credentials',
    ),
  );
});

test('a wrong code takes the same statements, whatever was asked and tried for another address of the user', async () => {
  const [linked, alone, other] = ['linked', 'alone', 'other'].map(
    (name) => `${name}@recipients.example`,
  ) as [string, string, string];
  const { rows } = await sql<{ id: string }>`
    insert into auth."user" (id, name, email, "emailVerified") values (gen_random_uuid(), 'U', ${linked}, true) returning id`.execute(
    instance.db,
  );
  await sql`insert into user_addresses (id, person_id, email, address, confirmed_at, created_at)
    select gen_random_uuid(), ${rows[0]?.id}, email, email, now(), now()
    from unnest(${[linked, other]}::text[]) email`.execute(instance.db);
  const enter = (email: string) =>
    post('sign-in/email-code/confirm', { email, code: 'x' }).then((answer) =>
      assertRefused(answer, 400, 'invalid_email_code'),
    );
  const record = async (email: string): Promise<string[]> =>
    (await recordStatements(() => enter(email))).filter(isOfRequest);
  await record(alone);
  const withoutCode = await record(alone);
  await sql`delete from rate_limits where key like 'email-code-wrong%'`.execute(instance.db);
  await requestCode(linked);
  assert.deepEqual(await record(other), withoutCode, 'a code for the primary address');
  // Too many wrong codes for one address count for the other.
  await sql`update rate_limits set points = 1000 where key like 'email-code-wrong-mailbox:%'`.execute(
    instance.db,
  );
  assert.deepEqual(await record(other), withoutCode, 'too many wrong codes, and no code');
  for (const email of [alone, other]) await requestCode(email);
  assert.deepEqual(await record(other), await record(alone), 'too many wrong codes');
});
