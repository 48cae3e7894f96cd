import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { assertOk, visitHost } from './support/client.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
  password,
} from './support/people.ts';
import { startReceiver } from './support/receiver.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const cdn = await startReceiver();
after(() => cdn.close());
const instance = await useInstance({
  CDN_PURGE_URL: cdn.url,
  CDN_PURGE_TOKEN: 'purge-token',
  CDN_MAX_AGE_SECONDS: '600',
});

let owner: Owner;
let issuerId: string;
let badgeId: string;
let awardId: string;
before(async () => {
  owner = await createOwner(instance);
  issuerId = await createIssuer(owner);
  badgeId = await createBadge(owner, issuerId);
  awardId = await issueAward(owner, badgeId);
});

/** Purges of this key received by the CDN. */
const countInvalidations = (key: string): number =>
  cdn.received.filter(({ body }) => JSON.parse(body).surrogate_keys.includes(key)).length;

type Row = { payload: { keys: string[]; again?: true }; waitSeconds: number };
const noted = async (): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select payload, extract(epoch from run_at - now())::float as "waitSeconds"
    from jobs where kind = 'purge' order by id`.execute(instance.db);
  return rows;
};
const makeDue = () =>
  sql`update jobs set run_at = now() where kind = 'purge' and run_at < now() + interval '40 seconds'`.execute(
    instance.db,
  );

async function read(path: string, accept = 'application/json') {
  const { status, headers } = await fetch(new URL(path, instance.url), { headers: { accept } });
  return {
    status,
    keys: headers.get('surrogate-key')?.split(' ') ?? [],
    control: headers.get('cache-control'),
  };
}

test('public responses carry their cache tags and a lifetime for caches that receive invalidations', async () => {
  const [credential, badge] = [`credential/${awardId}`, `badge/${badgeId}`];
  const [issuer, account] = [`issuer/${issuerId}`, `account/${owner.accountId}`];
  const document = await read(`/certify-badge/award/${awardId}`);
  assert.equal(document.control, 'public, max-age=300, s-maxage=600');
  assert.deepEqual(document.keys, [credential, account]);
  assert.deepEqual((await read(`/certify-badge/badge/${badgeId}`)).keys, [badge, account]);
  assert.deepEqual((await read(`/certify-badge/issuer/${issuerId}`)).keys, [issuer, account]);

  const page = await read(`/credentials/${awardId}`, 'text/html');
  assert.equal(page.control, 'public, max-age=0, must-revalidate, s-maxage=600');
  assert.deepEqual(page.keys, [credential, badge, issuer, account, 'pages']);
  assert.deepEqual((await read(`/badge/${badgeId}`, 'text/html')).keys, [
    ...[badge, issuer, account, 'pages'],
  ]);
  const code = await read(`/credentials/${awardId}/qr.svg`);
  assert.deepEqual(code.keys, [credential, badge, issuer, account]);

  const signed = await fetch(new URL(`/credentials/${awardId}/vc`, instance.url));
  assert.equal(signed.headers.get('surrogate-key'), `${credential} ${issuer} ${account}`);
  const { credentialStatus } = (await signed.json()) as {
    credentialStatus: { statusListCredential: string };
  };
  const { pathname } = new URL(credentialStatus.statusListCredential);
  const list = await read(pathname);
  assert.deepEqual(list.keys, ['status', pathname.slice(1), issuer, account]);
  assert.equal(list.control, 'public, max-age=30, s-maxage=600');
  assert.deepEqual((await read(`/issuer/${issuerId}/did.json`)).keys, [issuer, account]);

  const { image: url } = (await fetch(
    new URL(`/certify-badge/badge/${badgeId}`, instance.url),
  ).then((answer) => answer.json())) as { image: string };
  const image = await read(new URL(url).pathname);
  assert.deepEqual(image.keys, [`image/${url.split('/').at(-1)}`]);
  assert.equal(image.control, 'public, max-age=31536000, immutable');
  assert.deepEqual((await read(`/certify-badge/award/${badgeId}`)).keys, []);
});

test('changing redirects purges old URLs from the CDN', async () => {
  const host = 'old.cdn.example';
  await sql`insert into sso_domains (id, account_id, domain, written, token, created_at, verified_at, checked_at)
    values (gen_random_uuid(), ${owner.accountId}, ${host}, ${host}, 'token', now(), now(), now())`.execute(
    instance.db,
  );
  await owner.insignia.redirects.replace({ file: `host,path,id\n${host},/1,${awardId}\n` });
  const { statusCode, headers } = await visitHost(instance.url, host, '/1');
  assert.equal(statusCode, 308);
  assert.equal(headers['cache-control'], 'public, max-age=300, s-maxage=600');
  assert.equal(
    headers['surrogate-key'],
    `redirects/${host} redirects/cdn.example account/${owner.accountId}`,
  );
  const before = countInvalidations(`redirects/${host}`);
  await owner.insignia.redirects.replace({ file: 'host,path,id\n' });
  await waitForCondition('purged', () => countInvalidations(`redirects/${host}`) > before);
});

test('a revocation purges the CDN, and again when no process can serve the old response', async () => {
  const id = await issueAward(owner, badgeId);
  const signed = await fetch(new URL(`/credentials/${id}/vc`, instance.url));
  const list = ((await signed.json()) as { credentialStatus: { statusListCredential: string } })
    .credentialStatus.statusListCredential;
  const keys = [`credential/${id}`, new URL(list).pathname.slice(1)];
  const before = keys.map(countInvalidations);
  await owner.insignia.credentials.revoke({ awardId: id, reason: 'by mistake' });
  await waitForCondition('told', () =>
    keys.every((key, n) => countInvalidations(key) > (before[n] ?? 0)),
  );
  assert.equal(cdn.received.at(-1)?.headers.authorization, 'Bearer purge-token');
  assert.ok(cdn.received.at(-1)?.headers['surrogate-key']);
  const again = async () =>
    (await noted()).filter(({ payload }) => payload.keys.includes(`credential/${id}`));
  await waitForCondition('noted again', async () => (await again())[0]?.payload.again === true);
  const [waiting, ...others] = await again();
  assert.equal(others.length, 0);
  assert.deepEqual(waiting?.payload.keys, [`credential/${id}`], 'so that a batch has an end');
  assert.ok((waiting?.waitSeconds ?? 99) <= 26, 'within thirty seconds');
  const once = countInvalidations(`credential/${id}`);
  await makeDue();
  await waitForCondition('told again', () => countInvalidations(`credential/${id}`) === once + 1);
  await waitForCondition('done', async () => (await again()).length === 0);
});

test('a credential that a job gives another edition is purged', async () => {
  const badge = await createBadge(owner, issuerId);
  const updated = await issueAward(owner, badge);
  const { jobId = '' } = await owner.insignia.badges.update({
    badgeId: badge,
    name: 'Another name',
    applyToIssued: true,
  });
  await waitForCondition('the job has ended', async () => {
    const { finishedAt } = await owner.insignia.jobs.get({ jobId });
    return finishedAt !== null;
  });
  await waitForCondition('told', () => countInvalidations(`credential/${updated}`) > 0);
});

test('a direct change in the database is purged too, and a rolled-back change is not', async () => {
  const badge = await createBadge(owner, issuerId);
  await assert.rejects(
    instance.db.write(async (trx) => {
      await sql`update badges set name = 'never' where id = ${badge}`.execute(trx);
      throw new Error('rolled back');
    }),
  );
  assert.deepEqual(
    (await noted()).filter(({ payload }) => payload.keys.includes(`badge/${badge}`)),
    [],
  );
  await sql`update badges set name = 'ever' where id = ${badge}`.execute(instance.db);
  await waitForCondition('told', () => countInvalidations(`badge/${badge}`) === 1);
});

test('invalidations queue while the hook is down and are sent together once it is back', async () => {
  const failed: string[] = [];
  cdn.answer = (_, response, { body }) => {
    failed.push(...JSON.parse(body).surrogate_keys);
    response.writeHead(503).end();
  };
  const badges = [await createBadge(owner, issuerId), await createBadge(owner, issuerId)];
  const keys = badges.map((id) => `badge/${id}`);
  for (const id of badges)
    await owner.insignia.badges.update({ badgeId: id, description: 'Other words.' });
  await waitForCondition('tried', () => keys.every((key) => failed.includes(key)));
  const waiting = async () =>
    (await noted()).filter(({ payload }) => keys.some((key) => payload.keys.includes(key)));
  await waitForCondition('put off', async () =>
    (await waiting()).every(({ waitSeconds }) => waitSeconds < 40),
  );
  assert.equal((await waiting()).length, 2);
  cdn.answer = (_, response) => void response.writeHead(204).end();
  const tags = keys.map(countInvalidations);
  await waitForCondition('told', async () => {
    await makeDue();
    return keys.every((key, n) => countInvalidations(key) > (tags[n] ?? 0));
  });
});

test('a change records no purge when no CDN is configured', async () => {
  const rows = await instance.db.write(async (trx) => {
    await sql`delete from settings where name = 'cdn'`.execute(trx);
    await sql`update badges set name = 'quiet' where id = ${badgeId}`.execute(trx);
    const { rows } = await sql`
      select 1 from jobs where kind = 'purge' and payload->'keys' ? ${`badge/${badgeId}`}`.execute(
      trx,
    );
    await sql`insert into settings values ('cdn', now()::text)`.execute(trx);
    return rows;
  });
  assert.deepEqual(rows, []);
});

test('a deleted account is purged as one change, whatever it contained', async () => {
  const leaver = await createOwner(instance);
  const badge = await createBadge(leaver, await createIssuer(leaver));
  const id = await issueAward(leaver, badge);
  assertOk(await leaver.session('DELETE', '/account', { password, name: leaver.name }));
  await waitForCondition('told', () => countInvalidations(`account/${leaver.accountId}`) > 0);
  await waitForCondition('gone', async () => {
    const { rows } = await sql`select 1 from credentials where id = ${id}`.execute(instance.db);
    return rows.length === 0;
  });
  assert.equal(countInvalidations(`credential/${id}`), 0);
  assert.ok(!(await noted()).some(({ payload }) => payload.keys.includes(`credential/${id}`)));
});
