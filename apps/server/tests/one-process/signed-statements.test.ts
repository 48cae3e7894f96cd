// Count statements: the first reader of a credential waits for a round trip for each of them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertOk, createTestClient } from '../support/client.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { createBadge, createIssuer, createOwner, issueAward } from '../support/people.ts';
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
