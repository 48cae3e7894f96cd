import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unbakeAll } from '@insignia/openbadges/baking';
import { decodeStatusList, readStatus } from '@insignia/openbadges/v3';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import sharp from 'sharp';
import { updateEditions } from '../src/features/credentials/index.ts';
import { registerEditionsWork } from '../src/features/editions/index.ts';
import { migrate } from '../src/platform/db/index.ts';
import { collectWork } from '../src/platform/jobs/index.ts';
import { assertOk, assertRefused, createTestClient } from './support/client.ts';
import { waitUntilBlocked } from './support/database-for-file.ts';
import { badgeImage, dataUri, pngBytes } from './support/images.ts';
import { openTransaction } from './support/open-transaction.ts';
import { readPdf } from './support/pdf.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
} from './support/people.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const instance = await useInstance();
const anyone = createTestClient(instance.url);
const owner = await createOwner(instance, 'unlimited');

const editions = ['One', 'Two', 'Three'] as const;
type Edition = (typeof editions)[number];
const getNumber = (edition: Edition) => editions.indexOf(edition) + 1;

/** Badge, logo and brand with the name of the edition in each text, and a red value in each image. */
const badgeIn = async (edition: Edition) => ({
  name: `Badge ${edition}`,
  description: `Description ${edition}`,
  criteria: `Criteria ${edition}`,
  certificateText: `Text ${edition}`,
  image: await badgeImage(getNumber(edition) * 10),
});
const logoIn = (edition: Edition) => badgeImage(getNumber(edition) * 20);
const brandIn = async (edition: Edition) => ({
  accentColor: `#10${getNumber(edition)}070`,
  footText: `Footer ${edition}`,
  signatures: [
    {
      name: `Dean ${edition}`,
      title: `Title ${edition}`,
      picture: dataUri(await pngBytes(240, 80, getNumber(edition) * 30)),
    },
  ],
});

const putBadge = (id: string, parameters: object, { api }: Owner = owner) =>
  api('PUT', `/badges/${id}`, { parameters });
const putIssuer = (id: string, parameters: object) =>
  owner.api('PUT', `/issuers/${id}`, { parameters });
const putBrand = (id: string, parameters: object, { api }: Owner = owner) =>
  api('PUT', `/issuers/${id}/brand`, { parameters });

async function create(edition: Edition) {
  const issuerId = await createIssuer(owner, { logo: await logoIn(edition) });
  assertOk(await putBrand(issuerId, await brandIn(edition)));
  return { issuerId, badgeId: await createBadge(owner, issuerId, await badgeIn(edition)) };
}
async function edit({ issuerId, badgeId }: Awaited<ReturnType<typeof create>>, edition: Edition) {
  assertOk(await putBadge(badgeId, await badgeIn(edition)));
  assertOk(await putIssuer(issuerId, { logo: await logoIn(edition) }));
  assertOk(await putBrand(issuerId, await brandIn(edition)));
}

const load = async (path: string): Promise<Buffer> => {
  const response = await fetch(new URL(path, instance.url));
  assert.equal(response.status, 200, path);
  return Buffer.from(await response.arrayBuffer());
};
const text = async (path: string) => (await load(path)).toString();
async function readRed(bytes: Buffer): Promise<number> {
  const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  return data[0] ?? 0;
}
const readImageRed = async (url: string) => readRed(await load(new URL(url).pathname));

/** The editions that a text names. */
function findEditions(shown: string): Edition[] {
  const words = [
    ...shown.matchAll(/\b(?:Badge|Description|Criteria|Footer|Dean|Title|Text) (\w+)/g),
  ];
  return [...new Set(words.map(([, word]) => word as Edition))].filter((word) =>
    editions.includes(word),
  );
}

let mailed = 0;

/** Asserts that everything that shows a credential shows this edition and no other. */
async function assertShows(id: string, edition: Edition, what: 'all' | 'fast' = 'all') {
  const page = await text(`/credentials/${id}`);
  assert.deepEqual(findEditions(page), [edition], 'page');
  for (const word of ['Badge', 'Text', 'Description', 'Criteria', 'Footer'])
    assert.match(page, new RegExp(`${word} ${edition}`));
  const image = /<meta property="og:image" content="([^"]+)"/.exec(page)?.[1] ?? '';
  const embed = await text(`/credentials/${id}/embed`);
  assert.deepEqual(findEditions(embed), [edition], 'embed');
  const oembedUrl = `/oembed?url=${encodeURIComponent(`${instance.url}/credentials/${id}`)}`;
  const oembed = JSON.parse(await text(oembedUrl));
  assert.deepEqual(findEditions(oembed.title), [edition], 'oEmbed');
  assert.equal(oembed.thumbnail_url, image.replaceAll('&amp;', '&'), 'card of page and oEmbed');

  const award = await owner.insignia.credentials.get({ awardId: id });
  assert.equal(award.badge.name, `Badge ${edition}`, 'API');
  const red = getNumber(edition) * 10;
  assert.equal(await readImageRed(award.badge.image), red, 'image in the API');
  assert.equal(await readRed(await load(`/credentials/${id}/badge.png`)), red, 'baked image');

  const { body: signed } = assertOk(await anyone('GET', `/credentials/${id}/vc`));
  assert.deepEqual(findEditions(JSON.stringify(signed)), [edition], 'signed document');
  assert.equal(await readImageRed(signed.credentialSubject.achievement.image.id), red);
  assert.equal(await readImageRed(signed.issuer.image.id), getNumber(edition) * 20, 'signed logo');
  const signedPicture = await load(`/credentials/${id}/badge3.png`);
  assert.equal(await readRed(signedPicture), red);
  const [baked] = await unbakeAll(new Uint8Array(signedPicture));
  assert.deepEqual(JSON.parse(baked?.text ?? ''), signed, 'signed image');
  if (what === 'fast') return;

  const certificate = await readPdf(await load(`/awards/${id}/pdf`));
  assert.deepEqual(findEditions(certificate.text), [edition], 'certificate');
  for (const word of ['Badge', 'Text', 'Footer', 'Dean', 'Title'])
    assert.match(certificate.text, new RegExp(`${word} ${edition}`));
  const csv = parse(await exportText(), { columns: true, bom: true }) as Record<string, string>[];
  assert.equal(csv.find((row) => row.id?.endsWith(id))?.badge, `Badge ${edition}`, 'export');
  const to = `mailed-${++mailed}@example.org`;
  assertOk(await owner.api('POST', `/awards/${id}/send`, { parameters: { email: to } }));
  const { raw, mail } = await instance.mailbox.waitFor(to);
  assert.deepEqual(findEditions(`${mail.subject} ${mail.text}`), [edition], 'email');
  assert.match(raw, /Footer/);
}

const exportText = async () =>
  (
    await fetch(`${instance.url}/awards/export.csv`, { headers: { 'x-api-key': owner.readKey } })
  ).text();

async function isRevoked({ credentialStatus }: { credentialStatus: Record<string, string> }) {
  const { statusListCredential = '', statusListIndex } = credentialStatus;
  const list = assertOk(await anyone('GET', new URL(statusListCredential).pathname)).body;
  return readStatus(
    await decodeStatusList(list.credentialSubject.encodedList),
    Number(statusListIndex),
  );
}
async function finish(jobId: string) {
  await waitForCondition(
    'the job has ended',
    async () => (await owner.insignia.jobs.get({ jobId })).finishedAt !== null,
  );
  await instance.waitForInvalidation();
  return owner.insignia.jobs.get({ jobId });
}

test('a credential keeps the edition of the moment it was issued everywhere, signed or not', async () => {
  const source = await create('One');
  const signed = await issueAward(owner, source.badgeId);
  const unsigned = await issueAward(owner, source.badgeId);
  await assertShows(signed, 'One');
  await edit(source, 'Two');
  const second = await issueAward(owner, source.badgeId);
  await edit(source, 'Three');
  for (const id of [signed, unsigned]) await assertShows(id, 'One');
  await assertShows(second, 'Two');
  await assertShows(await issueAward(owner, source.badgeId), 'Three');
  // One address for all credentials, so the documents of badge and issuer show the current edition.
  const badge = assertOk(await anyone('GET', `/certify-badge/badge/${source.badgeId}`)).body;
  assert.equal(badge.name, 'Badge Three');
  const assertion = assertOk(await anyone('GET', `/certify-badge/award/${signed}`)).body;
  assert.equal(assertion.badge, badge.id);
});

test('pages and documents of earlier credentials stay the same while badge, logo and brand are edited', async () => {
  const source = await create('One');
  const ids = await Promise.all([0, 1].map(() => issueAward(owner, source.badgeId)));
  let isOver = false;
  const edits = (async () => {
    for (const edition of ['Two', 'Three', 'One', 'Two', 'Three', 'One', 'Two'] as const)
      await edit(source, edition);
    isOver = true;
  })();
  const reads = ids.map(async (id) => {
    for (let n = 0; n < 3 || !isOver; n++) await assertShows(id, 'One', 'fast');
  });
  await Promise.all([edits, ...reads]);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from issuer_versions where issuer_id = ${source.issuerId}`.execute(
    instance.db,
  );
  assert.equal(rows[0]?.n, 14, 'an edition of each logo and brand');
});

test('a brand is kept as an edition only if credentials have it, and search engines follow the current one', async () => {
  const source = await create('One');
  const versions = async () =>
    (
      await sql`select 1 from issuer_versions where issuer_id = ${source.issuerId}`.execute(
        instance.db,
      )
    ).rows.length;
  await edit(source, 'Two');
  assert.equal(await versions(), 0);
  const id = await issueAward(owner, source.badgeId);
  assertOk(await putBrand(source.issuerId, { footText: 'Footer Two' }));
  assertOk(await putIssuer(source.issuerId, { linkedinOrganizationId: '1337' }));
  assert.equal(await versions(), 0, 'nothing has changed');
  assertOk(await putBrand(source.issuerId, { searchIndexing: true }));
  assert.equal(await versions(), 0);
  const indexed = async () =>
    !/name="robots" content="noindex/.test(await text(`/credentials/${id}`));
  assert.equal(await indexed(), true);
  assertOk(await putBrand(source.issuerId, { footText: 'Footer Three' }));
  assert.equal(await versions(), 1);
  assertOk(await putBrand(source.issuerId, { searchIndexing: false }));
  assert.equal(await indexed(), false);
  await assertShows(id, 'Two');
});

test('applyToIssued updates issued credentials, revokes earlier signed copies, and keeps revoked credentials and the history', async () => {
  const source = await create('One');
  const { badgeId, issuerId } = source;
  const [signed = '', unsigned = '', revoked = '', erased = ''] = await Promise.all(
    [0, 1, 2, 3].map(() => issueAward(owner, badgeId)),
  );
  const { body: copy } = assertOk(await anyone('GET', `/credentials/${signed}/vc`));
  await owner.insignia.credentials.revoke({ awardId: revoked });
  await owner.insignia.credentials.delete({ awardId: erased });
  assert.deepEqual(await owner.insignia.badges.countIssued({ badgeId }), {
    ...{ count: 2, isMore: false },
  });
  assert.deepEqual(await owner.insignia.issuers.countIssued({ issuerId }), {
    ...{ count: 2, isMore: false },
  });
  const unchanged = assertOk(
    await putBadge(badgeId, { ...(await badgeIn('Two')), applyToIssued: false }),
  );
  assert.equal(unchanged.body.jobId, undefined);
  assertOk(await putIssuer(issuerId, { logo: await logoIn('Two') }));
  for (const id of [signed, unsigned]) await assertShows(id, 'One', 'fast');
  assert.equal(await isRevoked(copy), false);

  const { jobId } = assertOk(await putBadge(badgeId, { applyToIssued: true })).body;
  const job = await finish(jobId);
  assert.deepEqual(
    [job.action, job.status, job.total, job.done, job.skipped, job.failed],
    ['update', 'completed', 2, 2, 0, 0],
  );
  const brand = { ...(await brandIn('Two')), applyToIssued: true };
  const branded = assertOk(await putBrand(issuerId, brand)).body;
  assert.equal(branded.footText, 'Footer Two');
  assert.equal((await finish(branded.jobId)).done, 2);

  assert.equal(await isRevoked(copy), true, 'the earlier signed copy');
  for (const id of [signed, unsigned]) await assertShows(id, 'Two');
  const { body: next } = assertOk(await anyone('GET', `/credentials/${signed}/vc`));
  assert.equal(await isRevoked(next), false);
  assert.notDeepEqual(next.credentialStatus, copy.credentialStatus);
  assert.match(await text(`/credentials/${revoked}`), /Badge One/);
  const history = await sql<{ id: string; number: number; badge: number; issuer: number }>`
    select credential_id as id, number, badge_version as badge, issuer_version as issuer
    from credential_editions where credential_id = ${signed} order by number`.execute(instance.db);
  assert.deepEqual(history.rows, [
    { id: signed, number: 1, badge: 1, issuer: 1 },
    { id: signed, number: 2, badge: 2, issuer: 1 },
  ]);
  const again = assertOk(await putBrand(issuerId, { applyToIssued: true })).body;
  const done = await finish(again.jobId);
  assert.deepEqual([done.status, done.total], ['completed', 0]);
});

test('an email that is still queued has the edition that its credential has when it is sent', async () => {
  const { badgeId } = await create('One');
  const recipient = { name: 'Ada Lovelace', email: `queued-${crypto.randomUUID()}@example.org` };
  const awardId = await issueAward(owner, badgeId, { recipient });
  instance.mailbox.refuse({ code: 451, message: 'try again later' });
  await owner.insignia.credentials.send({ awardId, email: recipient.email });
  await waitForCondition('the first attempt failed', async () => {
    const { rows } = await sql`select 1 from mails m join jobs j on j.id = m.id
      where m.credential_id = ${awardId} and m.attempts > 0 and not j.claimed`.execute(instance.db);
    return rows.length > 0;
  });
  const { jobId } = assertOk(
    await putBadge(badgeId, { ...(await badgeIn('Two')), applyToIssued: true }),
  ).body;
  await waitForCondition(
    'the job has ended',
    async () => (await owner.insignia.jobs.get({ jobId })).finishedAt !== null,
  );
  instance.mailbox.refuse(undefined);
  await sql`update jobs set run_at = now() where kind = 'mail' and not claimed`.execute(
    instance.db,
  );
  const { mail } = await instance.mailbox.waitFor(recipient.email);
  assert.match(mail.subject ?? '', /Badge Two/);
  assert.doesNotMatch(mail.text ?? '', /Badge One/);
});

test('applyToIssued keeps signed copies if only the default expiry changed, which they never state', async () => {
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const id = await issueAward(owner, badgeId);
  const copy = assertOk(await anyone('GET', `/credentials/${id}/vc`)).body;
  const apply = async (change: object): Promise<boolean> => {
    const answer = await putBadge(badgeId, { ...change, applyToIssued: true });
    assert.equal((await finish(assertOk(answer).body.jobId)).status, 'completed');
    return isRevoked(copy);
  };
  for (const validFor of ['P1Y', 'P2Y', null]) assert.equal(await apply({ validFor }), false);
  assert.equal(await apply({ validFor: 'P3Y', tags: ['sailing'] }), true);
});

test('applyToIssued must be a boolean and needs the role that edits', async () => {
  const { badgeId, issuerId } = await create('One');
  const body = { applyToIssued: 'yes' };
  assertRefused(await putBadge(badgeId, body), 400, 'invalid_request', 'applyToIssued');
  assertRefused(await putBrand(issuerId, body), 400, 'invalid_request', 'applyToIssued');
  const other = await createOwner(instance);
  const apply = { applyToIssued: true };
  assertRefused(await putBadge(badgeId, apply, other), 404, 'badge_not_found');
  assertRefused(await putBrand(issuerId, apply, other), 404, 'issuer_not_found');
  for (const path of [`/badges/${badgeId}/issued`, `/issuers/${issuerId}/issued`])
    assert.equal((await other.api('GET', path)).status, 404);
  const { body: refused } = await owner.read('PUT', `/badges/${badgeId}`, { parameters: apply });
  assert.equal(refused.code, 'scope_too_small');
});

test('two updates at once beside revoking, erasing and signing end in the last edition, each once', async () => {
  const source = await create('One');
  const ids: string[] = [];
  for (let n = 0; n < 60; n++) ids.push(await issueAward(owner, source.badgeId));
  type Signed = { credentialStatus: Record<string, string>; name: string; id: string };
  const sign = async (id: string): Promise<Signed> =>
    assertOk(await anyone('GET', `/credentials/${id}/vc`)).body;
  const copies: Signed[] = [];
  for (const id of ids.slice(0, 30)) copies.push(await sign(id));
  const apply = async (edition: Edition): Promise<string> => {
    const parameters = { ...(await badgeIn(edition)), applyToIssued: true };
    return assertOk(await putBadge(source.badgeId, parameters)).body.jobId;
  };
  const seen: Signed[] = [];
  const disturb = async (from: number) => {
    for (let n = from; n < ids.length; n += 4) {
      const awardId = ids[n] ?? '';
      if (n % 10 === 0) await owner.insignia.credentials.revoke({ awardId });
      else if (n % 10 === 1) await owner.insignia.credentials.delete({ awardId });
      else seen.push(await sign(awardId), await sign(awardId));
    }
  };
  const edit = async () => [
    ...(await Promise.all([apply('Two'), apply('Two')])),
    await apply('Three'),
  ];
  const [jobIds] = await Promise.all([edit(), ...[0, 1, 2, 3].map(disturb)]);
  for (const jobId of jobIds) {
    const job = await finish(jobId);
    assert.equal(job.status, 'completed');
    assert.equal(job.done + job.skipped, job.total);
  }
  for (const [n, id] of ids.entries()) {
    if (n % 10 === 1) continue;
    const { body } = assertOk(await anyone('GET', `/credentials/${id}/vc`));
    assert.equal(await isRevoked(body), n % 10 === 0);
    if (n % 10 === 0) continue;
    assert.equal(body.name, 'Badge Three');
    for (const earlier of seen.filter((each) => each.id === body.id))
      assert.equal(await isRevoked(earlier), earlier.name !== 'Badge Three', earlier.name);
  }
  for (const copy of copies) assert.equal(await isRevoked(copy), true);
  const { rows } = await sql<{ latest: number; wrong: number }>`
    select max(number)::int as latest, count(*) filter (where number > 1 and e.badge_version = 1)::int as wrong
    from credential_editions e join credentials c on c.id = e.credential_id
    where c.badge_id = ${source.badgeId}`.execute(instance.db);
  assert.deepEqual([(rows[0]?.latest ?? 0) <= 2, rows[0]?.wrong], [true, 0]);
});

/** Editing a badge locks it and then its pictures. Another order could deadlock with it. */
async function assertLocksBadgeFirst(
  badgeId: string,
  picture: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const badge = await openTransaction(instance.db);
  await sql`select from badges where id = ${badgeId} for update`.execute(badge.trx);
  const working = work();
  await waitUntilBlocked(instance.db);
  const { rows } = await sql`
    select from images where cid = ${picture} for update skip locked`.execute(instance.db);
  await badge.commit();
  await working;
  assert.equal(rows.length, 1, 'the picture is not locked');
}

test('erasing, and saving a brand for issued credentials, lock badges before pictures', async () => {
  const { issuerId, badgeId } = await create('One');
  const awardId = await issueAward(owner, badgeId);
  assertOk(await anyone('GET', `/credentials/${awardId}/vc`));
  const { rows } = await sql<{ logo: string; signature: string }>`
    select logo_cid as logo, picture_cid as signature from issuers i join brand_signatures s on s.issuer_id = i.id
    where i.id = ${issuerId}`.execute(instance.db);
  const { logo = '', signature = '' } = rows[0] ?? {};
  const brand = { ...(await brandIn('One')), footText: 'Footer Two', applyToIssued: true };
  await assertLocksBadgeFirst(badgeId, signature, async () => {
    await finish(assertOk(await putBrand(issuerId, brand)).body.jobId);
  });
  assertOk(await anyone('GET', `/credentials/${awardId}/vc`));
  await assertLocksBadgeFirst(badgeId, logo, () => owner.insignia.credentials.delete({ awardId }));
});

test('applyToIssued of a brand also updates credentials whose issuing commits later, and new ones get the new brand', async () => {
  const { issuerId, badgeId } = await create('One');
  await issueAward(owner, badgeId);
  const readFooters = async (): Promise<Edition[][]> => {
    const { rows } = await sql<{ id: string }>`
      select id from credentials where badge_id = ${badgeId}`.execute(instance.db);
    return Promise.all(rows.map(async ({ id }) => findFooters(await text(`/credentials/${id}`))));
  };
  const findFooters = (page: string) =>
    findEditions([...page.matchAll(/Footer \w+/g)].map(([words]) => words).join(' '));
  // A batch of an import has issued, but isn't committed yet.
  const batch = await openTransaction(instance.db);
  await sql`select 1 from badges where id = ${badgeId} for share`.execute(batch.trx);
  await sql`insert into credentials (id, account_id, badge_id, badge_version, issuer_version, recipient_name, recipient_email, name_search, email_search, issued_on, created_at)
    select uuid7_at(at => now()), b.account_id, b.id, b.version, i.version, 'Ada', 'ada@example.org', 'ada', 'ada@example.org', now(), now()
    from badges b join issuers i on i.id = b.issuer_id where b.id = ${badgeId}`.execute(batch.trx);
  const brand = await brandIn('Two');
  const saving = putBrand(issuerId, { ...brand, applyToIssued: true });
  await waitUntilBlocked(instance.db);
  await batch.commit();
  await finish(assertOk(await saving).body.jobId);
  assert.deepEqual(await readFooters(), [['Two'], ['Two']]);
  // A credential waits for an edit that has read which ones to update.
  const editing = await openTransaction(instance.db);
  await sql`select keep_issuer_version(p_issuer => ${issuerId})`.execute(editing.trx);
  await sql`update brands set foot_text = 'Footer Three' where issuer_id = ${issuerId}`.execute(
    editing.trx,
  );
  await sql`select 1 from badges where id = ${badgeId} for update`.execute(editing.trx);
  const issuing = issueAward(owner, badgeId);
  await waitUntilBlocked(instance.db);
  await editing.commit();
  assert.deepEqual(findFooters(await text(`/credentials/${await issuing}`)), ['Three']);
});

test('a credential corrected while earlier ones get their editions keeps the badge that it shows', async () => {
  const { db } = instance;
  const { credentials } = owner.insignia;
  const badgeId = await createBadge(owner, await createIssuer(owner), { name: 'Badge One' });
  const issue = () => issueAward(owner, badgeId);
  const [signed, unsigned, updated] = [await issue(), await issue(), await issue()] as const;
  const sign = async (id: string) => assertOk(await anyone('GET', `/credentials/${id}/vc`)).text;
  await sign(signed);
  assertOk(await putBadge(badgeId, { name: 'Badge Two' }));
  // As after the migration, before the chore.
  await sql`insert into badge_upgrades (badge_id, version) values (${badgeId}, 2)`.execute(db);
  for (const awardId of [signed, unsigned])
    await credentials.correct({ awardId, recipient: { name: 'Somebody Else' } });
  const edition = { issuerVersion: 2 };
  await db.write((trx) =>
    updateEditions(trx, edition, { by: undefined, now: new Date() }, [updated]),
  );
  assertOk(await putBadge(badgeId, { name: 'Badge Three' }));
  await instance.waitForInvalidation();
  const shown = [
    ...[[signed, 'Badge One'] as const, [unsigned, 'Badge Two'] as const],
    [updated, 'Badge Two'] as const,
  ];
  for (const run of [async () => {}, runChore]) {
    await run();
    for (const [awardId, name] of shown) {
      assert.equal((await credentials.get({ awardId })).badge.name, name);
      assert.match(await sign(awardId), new RegExp(name));
    }
  }
  const { items } = await credentials.editions({ awardId: unsigned });
  assert.deepEqual(
    items[0]?.changes.map(({ field }) => field),
    ['recipient.name'],
  );
});

test('existing credentials get the edition of their signed copy, or else the one that they showed', async () => {
  const { db } = instance;
  const source = await create('One');
  const signed = await issueAward(owner, source.badgeId);
  const unsigned = await issueAward(owner, source.badgeId);
  const late = await issueAward(owner, source.badgeId);
  const copy = assertOk(await anyone('GET', `/credentials/${signed}/vc`)).text;
  await edit(source, 'Two');
  await undoMigration();
  await migrate(instance.databaseUrl);
  // Before the chore, and after the first edit since.
  await instance.waitForInvalidation();
  await assertShows(unsigned, 'Two');
  await edit(source, 'Three');
  await assertShows(unsigned, 'Two');
  await assertShows(late, 'Two');
  await runChore();
  for (const id of [unsigned, late]) await assertShows(id, 'Two');
  const { rows } = await sql<{ id: string; badge: number }>`
    select id, badge_version as badge from credentials where badge_id = ${source.badgeId} order by id`.execute(
    db,
  );
  assert.deepEqual(
    rows.map(({ badge }) => badge),
    [1, 2, 2],
  );
  // The signed copy has the badge and logo of its edition, and pages agree. Its brand is the one it showed.
  assert.equal(assertOk(await anyone('GET', `/credentials/${signed}/vc`)).text, copy);
  const award = await owner.insignia.credentials.get({ awardId: signed });
  assert.equal(award.badge.name, 'Badge One');
  const { rows: logos } = await sql<{ logo: string; footer: string; version: number }>`
    select iv.logo_cid as logo, iv.brand->>'footText' as footer, iv.version from credentials c
      join badges b on b.id = c.badge_id join issuer_versions iv on iv.issuer_id = b.issuer_id and iv.version = c.issuer_version
    where c.id = ${signed}`.execute(db);
  assert.deepEqual([logos[0]?.version, logos[0]?.footer], [0, 'Footer Two']);
  assert.equal(await readRed(await load(`/ipfs/${logos[0]?.logo}`)), 20);
  const left =
    await sql`select 1 from badge_upgrades union all select 1 from logo_upgrades`.execute(db);
  assert.equal(left.rows.length, 0);
});

/** As before the migration, with the data of today. */
async function undoMigration(): Promise<void> {
  for (const statement of [
    'drop table issuer_version_pictures, issuer_versions, credential_editions, badge_upgrades, logo_upgrades',
    'alter table credentials drop column issuer_version',
    'alter table issuers drop column version',
    'alter table bulk_jobs drop column badge_version, drop column issuer_version',
    "delete from kysely_migration where name = '0077_editions'",
    "delete from applied_functions where name = 'let_go_of_image'",
  ])
    await sql.raw(statement).execute(instance.db);
}

/** Interrupts each batch once before its commit. */
async function runChore(): Promise<void> {
  const { db } = instance;
  for (const { run } of collectWork(registerEditionsWork).chores) {
    let outcome: unknown;
    do {
      const interrupted = db.write(async (trx) => {
        await run(trx);
        throw new Error('killed');
      });
      await assert.rejects(interrupted, /killed/);
      outcome = await db.write((trx) => run(trx));
    } while (outcome === 'again');
  }
}
