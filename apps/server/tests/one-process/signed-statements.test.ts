// Statements of requests: someone waits for a round trip for each of them, and may time it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertOk, assertRefused, createTestClient } from '../support/client.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  signInByCode,
} from '../support/people.ts';
import { recordStatements } from '../support/statements.ts';

let database: TestDatabase;
let instance: Instance;
let ids: string[];
before(async () => {
  database = await createDatabase();
  const all = await startInstance({ DATABASE_URL: database.url, TOPOLOGY: 'one' });
  const owner = await createOwner(all);
  const badgeId = await createBadge(owner, await createIssuer(owner));
  ids = [];
  for (let n = 0; n < 3; n++) ids.push(await issueAward(owner, badgeId));
  await signInByCode(all, 'known@recipients.example');
  await all.stop();
  // Run without workers, because their statements would be counted too.
  const { url: BASE_URL, config } = all;
  instance = await startInstance({
    ...{ DATABASE_URL: database.url, ROLE: 'api', BASE_URL, PORT: String(config.port) },
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

test('asking for a code to sign in takes the same statements for known and unknown addresses', async () => {
  const record = async (name: string): Promise<string[]> => {
    const email = `${name}@recipients.example`;
    const ask = createTestClient(instance.url);
    const statements = await recordStatements(() =>
      ask('POST', '/api/auth/sign-in/email-code', { email }).then(assertOk),
    );
    return statements.filter(isOfRequest);
  };
  await record('first');
  const known = await record('known');
  assert.ok(known.some((text) => text.includes('insert into mails')));
  assert.deepEqual(known, await record('unknown'));
});

test('a wrong code takes the same statements for known and unknown addresses', async () => {
  const guess = async (name: string): Promise<string[]> => {
    const email = `${name}@recipients.example`;
    const ask = createTestClient(instance.url);
    assertOk(await ask('POST', '/api/auth/sign-in/email-code', { email }));
    const statements = await recordStatements(async () => {
      const answer = await ask('POST', '/api/auth/sign-in/email-code/confirm', {
        email,
        code: 'x',
      });
      assertRefused(answer, 400, 'invalid_email_code');
    });
    return statements.filter(isOfRequest);
  };
  await guess('first');
  assert.deepEqual(await guess('known'), await guess('unknown'));
});
