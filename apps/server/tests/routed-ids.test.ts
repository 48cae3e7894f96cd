// Published ids are permanent: each contains its account's partition, however it was created.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { newId, readPartition } from '../src/kernel/id.ts';
import { assertOk } from './support/client.ts';
import { assertSucceeded, runCommand } from './support/insignia.ts';
import {
  createAwardBodyFor,
  createBadge,
  createIssuer,
  createOwner,
  idFromUrl,
  issueAward,
} from './support/people.ts';
import { createTemporaryDirectory } from './support/process.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const instance = await useInstance();
const [owner, other] = [await createOwner(instance, 'pro'), await createOwner(instance, 'pro')];

type PublishedResource = { kind: string; id: string; account: string };

const published = async (): Promise<PublishedResource[]> => {
  const { rows } = await sql<PublishedResource>`
    select 'issuer' as kind, id, account_id as account from issuers
    union all select 'badge', id, account_id from badges
    union all select 'credential', id, account_id from credentials
    union all select 'status list', l.id, i.account_id from status_lists l join issuers i on i.id = l.issuer_id`.execute(
    instance.db,
  );
  return rows;
};

test('issuers, badges, credentials and status lists have ids in the partition of their account', async () => {
  const { path } = await createTemporaryDirectory();
  const env = { INSIGNIA_URL: instance.url, INSIGNIA_API_KEY: owner.key };
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const theirs = await createBadge(other, await createIssuer(other));

  const one = assertOk(await owner.api('POST', '/awards', createAwardBodyFor(badgeId))).body.info
    .awardId;
  await issueAward(other, theirs);
  const csv = `name,email,issuedOn\n${Array.from({ length: 30 }, (_, n) => `Some Person,p${n}@example.org,2026-01-01`).join('\n')}\n`;
  const { importId } = await owner.insignia.imports.create({ badgeId, file: csv });
  await waitForCondition('the import has ended', async () => {
    const { finishedAt, issued } = await owner.insignia.imports.get({ importId });
    return finishedAt !== null && issued === 30;
  });
  const ada = ['--name', 'Ada Lovelace', '--email', 'ada@example.org'];
  assertSucceeded(await runCommand(path, ['issue', '--badge', badgeId, ...ada], { env }));
  assertOk(await owner.api('GET', `/credentials/${idFromUrl(one)}/vc`));

  const rows = await published();
  const kinds = Object.groupBy(rows, ({ kind }) => kind);
  const count = Object.fromEntries(Object.entries(kinds).map(([kind, of]) => [kind, of?.length]));
  assert.deepEqual(count, { issuer: 2, badge: 2, credential: 33, 'status list': 1 });
  for (const { kind, id, account } of rows)
    assert.equal(readPartition(id), readPartition(account), kind);
  const { rows: inDatabase } = await sql<{ id: string; n: number }>`
    select id, ('x' || substr(id::text, 21, 3))::bit(12)::int as n from credentials`.execute(
    instance.db,
  );
  for (const { id, n } of inDatabase) assert.equal(n, readPartition(id));
});

test('ids from before partitioning still work', async () => {
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const id = idFromUrl(
    assertOk(await owner.api('POST', '/awards', createAwardBodyFor(badgeId))).body.info.awardId,
  );
  let old = newId();
  while (readPartition(old) === readPartition(owner.accountId)) old = newId();
  await sql`update credentials set id = ${old} where id = ${id}`.execute(instance.db);
  assert.equal(assertOk(await owner.api('GET', `/awards/${old}`)).body.info.revoked, false);
  assertOk(await owner.api('GET', `/certify-badge/award/${old}`));
});
