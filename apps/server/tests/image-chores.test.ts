import assert from 'node:assert/strict';
import { access, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import sharp from 'sharp';
import { createFileStore, imageChores } from '../src/platform/images/index.ts';
import { imageReferences } from '../src/program/registry.ts';
import { assertOk, createTestClient } from './support/client.ts';
import { waitUntilBlocked } from './support/database-for-file.ts';
import { dataUri, pngBytes } from './support/images.ts';
import { createBadge, createIssuer, createOwner, issueAward } from './support/people.ts';
import { useInstance } from './support/use-instance.ts';

const warnings: { images?: string[] }[] = [];
const log = pino(
  { level: 'error' },
  { write: (line: string) => void warnings.push(JSON.parse(line)) },
);
const instance = await useInstance();
const owner = await createOwner(instance, 'pro');
const issuerId = await createIssuer(owner);

const buildPath = (cid: string) =>
  join(instance.config.dataDir, 'images', cid.slice(-2), cid.slice(-4, -2), cid);
const isThere = (cid: string) =>
  access(buildPath(cid)).then(
    () => true,
    () => false,
  );
const readRow = async (cid: string) =>
  (
    await sql<{
      damaged: Date | null;
      checked: Date;
    }>`select damaged_at as damaged, checked_at as checked from images where cid = ${cid}`.execute(
      instance.db,
    )
  ).rows[0];
/** Runs the chores as if hours had passed. */
async function tidy(hours: number): Promise<void> {
  const clock = () => new Date(instance.clock.now().getTime() + hours * 3_600_000);
  const images = createFileStore(join(instance.config.dataDir, 'images'));
  for (const { run } of imageChores({ clock, images, log, references: imageReferences }))
    await instance.db.write((trx) => run(trx));
}

test('the collector checks every column that can reference an image', async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.confrelid = 'images'::regclass and c.conrelid <> 'image_sizes'::regclass order by 1`.execute(
    instance.db,
  );
  const byTable = imageReferences
    .map(({ table, column }) => ({ table, column }))
    .toSorted((a, b) => a.table.localeCompare(b.table));
  assert.deepEqual(rows, byTable);
});

let color = 0;
async function makeBadge(
  side: number,
): Promise<{ badgeId: string; cid: string; sizes: Map<number, string> }> {
  color += 1;
  const badgeId = await createBadge(owner, issuerId, {
    image: dataUri(await pngBytes(side, side, color)),
  });
  const { rows } = await sql<{
    cid: string;
  }>`select image_cid as cid from badges where id = ${badgeId}`.execute(instance.db);
  const cid = rows[0]?.cid ?? '';
  const sized = await sql<{
    side: number;
    cid: string;
  }>`select side, sized_cid as cid from image_sizes where cid = ${cid}`.execute(instance.db);
  return { badgeId, cid, sizes: new Map(sized.rows.map((row) => [row.side, row.cid])) };
}

test('smaller versions are stored by content address and used where they suffice', async () => {
  const { badgeId, sizes } = await makeBadge(800);
  assert.deepEqual([...sizes.keys()].sort(), [128, 512]);
  for (const [side, cid] of sizes) {
    const answer = await fetch(`${instance.url}/ipfs/${cid}`);
    const { width, format } = await sharp(await answer.arrayBuffer()).metadata();
    assert.deepEqual([answer.status, width, format], [200, side, 'png']);
  }
  const id = await issueAward(owner, badgeId);
  const page = assertOk(await createTestClient(instance.url)('GET', `/credentials/${id}`)).text;
  assert.ok(page.includes(`/ipfs/${sizes.get(512)}`));
  assert.ok(
    assertOk(await createTestClient(instance.url)('GET', `/credentials/${id}/embed`)).text.includes(
      `/ipfs/${sizes.get(128)}`,
    ),
  );
  assert.deepEqual((await makeBadge(100)).sizes.size, 0);
  assert.deepEqual([...(await makeBadge(300)).sizes.keys()], [128]);
});

test('unused images are deleted after a day with their smaller versions, and images of credentials never', async () => {
  const dropped = await makeBadge(600);
  const otherBadge = await makeBadge(600);
  await issueAward(owner, otherBadge.badgeId);
  const revoked = await makeBadge(600);
  const award = await issueAward(owner, revoked.badgeId);
  await owner.insignia.credentials.revoke({ awardId: award });
  for (const { badgeId } of [dropped, revoked])
    await owner.insignia.badges.delete({ badgeId: badgeId });
  await tidy(23);
  assert.ok(await isThere(dropped.cid));
  await tidy(25);
  // Smaller versions are released with the picture.
  await tidy(25);
  for (const cid of [dropped.cid, ...dropped.sizes.values()])
    assert.deepEqual([await isThere(cid), await readRow(cid)], [false, undefined]);
  for (const { cid, sizes } of [otherBadge, revoked])
    for (const each of [cid, ...sizes.values()]) assert.ok(await isThere(each));
});

test('the collector checks only images that may be unused, and each once', async () => {
  const { db } = instance;
  const many = 3_000;
  await sql`insert into images (cid, media_type, bytes, width, height, touched_at, checked_at)
    select 'used ' || i, 'image/png', 1, 1, 1, now() - interval '1 year', now() + interval '1 year' from generate_series(1, ${many}) i`.execute(
    db,
  );
  await sql`insert into badges (id, account_id, issuer_id, name, description, criteria, image_cid, created_at)
    select gen_random_uuid(), ${owner.accountId}, ${issuerId}, 'B', 'D', 'C', 'used ' || i, now() from generate_series(1, ${many}) i`.execute(
    db,
  );
  await sql`analyze images, badges`.execute(db);
  const images = createFileStore(join(instance.config.dataDir, 'images'));
  const [collect] = imageChores({
    clock: instance.clock.now,
    images,
    log,
    references: imageReferences,
  });
  const turn = () =>
    db.write(async (trx) => {
      const count = async (): Promise<number> => {
        const { rows } = await sql<{ n: number }>`
          select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as n from pg_stat_xact_user_tables
          where relname in ('images', 'badges')`.execute(trx);
        return rows[0]?.n ?? Number.NaN;
      };
      const before = await count();
      const answer = await collect?.run(trx);
      return { answer, read: (await count()) - before };
    });
  const repeatTurns = async (): Promise<void> => {
    for (let left = many / 100; left > 0 && (await turn()).answer === 'again'; left--);
  };
  await repeatTurns();
  const { rows } = await sql`select 1 from images where cid like 'used %'`.execute(db);
  assert.equal(rows.length, many);
  assert.deepEqual(await turn(), { answer: undefined, read: 0 });
  const dropped = await sql`delete from badges where image_cid like 'used %77'`.execute(db);
  const { answer, read } = await turn();
  assert.equal(answer, undefined);
  assert.ok(read < 20 * Number(dropped.numAffectedRows), `${read} rows read`);
  const left = await sql`select 1 from images where cid like 'used %'`.execute(db);
  assert.equal(left.rows.length, many - Number(dropped.numAffectedRows));
  // In batches, because PostgreSQL checks every column that refers to each image.
  await sql`delete from badges where image_cid like 'used %'`.execute(db);
  await repeatTurns();
  assert.deepEqual((await sql`select from images where cid like 'used %'`.execute(db)).rows, []);
});

test('an image released while the collector runs is deleted in the next run', async () => {
  const { db } = instance;
  const images = createFileStore(join(instance.config.dataDir, 'images'));
  const clock = () => new Date(instance.clock.now().getTime() + 25 * 3_600_000);
  const [collect] = imageChores({ clock, images, log, references: imageReferences });
  // A run takes 200 pictures at most, and earlier tests may have left some.
  while ((await db.write((trx) => collect?.run(trx) ?? Promise.resolve())) === 'again');
  const { badgeId, cid } = await makeBadge(40);
  const dropping = db.write(async (trx) => {
    await collect?.run(trx);
    // It has marked the picture as used, and the badge is deleted before the commit.
    const deletion = owner.api('DELETE', `/badges/${badgeId}`);
    await waitUntilBlocked(db);
    return { gone: deletion };
  });
  assertOk(await (await dropping).gone);
  assert.ok(await isThere(cid));
  await db.write((trx) => collect?.run(trx) ?? Promise.resolve());
  assert.deepEqual([await isThere(cid), await readRow(cid)], [false, undefined]);
});

test('an image stored again exists, whatever the collector deleted before', async () => {
  const image = dataUri(await pngBytes(50, 50, 99));
  const badgeId = await createBadge(owner, issuerId, { image });
  await owner.insignia.badges.delete({ badgeId: badgeId });
  await Promise.all([tidy(25), createBadge(owner, issuerId, { image }).catch(() => {}), tidy(25)]);
  const again = await createBadge(owner, issuerId, { image });
  const { image: url } = assertOk(
    await createTestClient(instance.url)('GET', `/certify-badge/badge/${again}`),
  ).body;
  assert.equal((await fetch(url)).status, 200);
});

test('erasing a credential deletes its card with the name at once', async () => {
  const { badgeId } = await makeBadge(200);
  const id = await issueAward(owner, badgeId);
  await fetch(`${instance.url}/credentials/${id}/card.png`).then((answer) => answer.arrayBuffer());
  const { rows } = await sql<{
    cid: string;
  }>`select cid from cards where credential_id = ${id}`.execute(instance.db);
  const cid = rows[0]?.cid ?? '';
  assert.ok(await isThere(cid));
  await owner.insignia.credentials.delete({ awardId: id });
  await tidy(0);
  assert.deepEqual([await isThere(cid), await readRow(cid)], [false, undefined]);
});

test('images are reread regularly; a damaged or missing one is marked until it is restored', async () => {
  const [flipped, cut, missing, good] = [
    await makeBadge(64),
    await makeBadge(64),
    await makeBadge(64),
    await makeBadge(64),
  ];
  const original = await readFile(buildPath(flipped.cid));
  const wrong = Buffer.from(original);
  wrong[40] = (wrong[40] ?? 0) ^ 1;
  await writeFile(buildPath(flipped.cid), wrong);
  await truncate(buildPath(cut.cid), 10);
  await rm(buildPath(missing.cid));
  warnings.length = 0;
  await tidy(0);
  const reportedImages = warnings.flatMap(({ images = [] }) => images).sort();
  assert.deepEqual(reportedImages, [flipped.cid, cut.cid, missing.cid].sort());
  assert.ok((await readRow(flipped.cid))?.damaged && !(await readRow(good.cid))?.damaged);
  warnings.length = 0;
  await tidy(1);
  assert.deepEqual(warnings, [], 'looked at again within a week');
  await writeFile(buildPath(flipped.cid), original);
  await tidy(8 * 24);
  assert.equal((await readRow(flipped.cid))?.damaged, null);
});
