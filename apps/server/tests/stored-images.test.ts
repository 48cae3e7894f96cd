// The operator's picture commands next to a running service: verify, repair from a backup, move.
import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import {
  type CommandContext,
  type CommandService,
  createBackup,
  moveImages,
  verifyImages,
  withService,
} from '../src/commands/index.ts';
import { createUrls } from '../src/kernel/urls.ts';
import { computeCid } from '../src/platform/images/index.ts';
import { assertOk, createTestClient } from './support/client.ts';
import { dataUri, pngBytes } from './support/images.ts';
import { getInstanceSettings, runCommand } from './support/insignia.ts';
import { startInstance } from './support/instance.ts';
import { createBadge, createIssuer, createOwner } from './support/people.ts';
import { createTemporaryDirectory } from './support/process.ts';
import { withSettings } from './support/settings.ts';
import { useInstance } from './support/use-instance.ts';

const instance = await useInstance();
const owner = await createOwner(instance, 'pro');
const issuerId = await createIssuer(owner);
const home = (await createTemporaryDirectory()).path;
const commandContext: CommandContext = { signal: new AbortController().signal, warn: () => {} };

const as = <T>(settings: Record<string, string>, work: () => Promise<T>): Promise<T> =>
  withSettings({ ...getInstanceSettings(instance), ...settings }, work);
const on = <T>(settings: Record<string, string>, work: (service: CommandService) => Promise<T>) =>
  as(settings, () => withService(commandContext, work));
const pathIn = (folder: string, cid: string) => join(folder, cid.slice(-2), cid.slice(-4, -2), cid);
const imageDirectory = join(instance.config.dataDir, 'images');

let color = 0;
async function makeBadge(by = owner): Promise<{ badgeId: string; cid: string }> {
  color += 1;
  const image = dataUri(await pngBytes(40, 40, color));
  const badgeId = await createBadge(by, issuerId, { image });
  const { rows } = await sql<{ cid: string }>`
    select image_cid as cid from badges where id = ${badgeId}`.execute(instance.db);
  return { badgeId, cid: rows[0]?.cid ?? '' };
}

test('damaged images are listed with their uses and repaired from a backup, and orphans are dropped', async () => {
  const [lost, damaged] = [await makeBadge(), await makeBadge()];
  const backups = join(home, 'backups');
  await as({}, () =>
    createBackup(commandContext, backups, {
      ...{ passphrase: undefined, keep: undefined, verify: false, onProgress: () => {} },
    }),
  );
  const orphan = Buffer.from('a picture that nobody knows');
  const strange = pathIn(imageDirectory, computeCid(orphan));
  await mkdir(dirname(strange), { recursive: true });
  await writeFile(strange, orphan);
  await rm(pathIn(imageDirectory, lost.cid));
  await writeFile(pathIn(imageDirectory, damaged.cid), 'not what it was');

  const env = getInstanceSettings(instance);
  const verification = await runCommand(home, ['images', 'verify', '--json'], { env });
  assert.equal(verification.code, 6, verification.err);
  const { images, bad, repaired, orphans, dropped } = JSON.parse(verification.out);
  assert.deepEqual([bad, repaired, orphans, dropped], [2, 0, 1, 0]);
  for (const [state, { badgeId, cid }] of Object.entries({ missing: lost, damaged })) {
    const reported = images.find(({ image }: { image: string }) => image === cid);
    assert.equal(reported.state, state);
    assert.deepEqual(
      reported.usedBy.find(({ table }: { table: string }) => table === 'badges'),
      { table: 'badges', id: badgeId, accountId: owner.accountId },
    );
  }
  const known = await sql`select 1 from images where damaged_at is not null`.execute(instance.db);
  assert.equal(known.rows.length, 2);

  const options = { repairFrom: backups, dropOrphans: true, onProgress: () => {} };
  const repair = await on({}, (service) => verifyImages(service, commandContext, options));
  assert.deepEqual([repair.bad, repair.repaired, repair.orphans, repair.dropped], [2, 2, 1, 1]);
  const again = await on({}, (service) => verifyImages(service, commandContext, options));
  assert.deepEqual([again.bad, again.orphans, again.checked], [0, 0, repair.checked]);
  const damagedImages = await sql`select 1 from images where damaged_at is not null`.execute(
    instance.db,
  );
  assert.equal(damagedImages.rows.length, 0);
});

test('images move to another store while two processes add more, and every image stays available', async (t) => {
  const folder = join(home, 'elsewhere');
  const move = (settings: Record<string, string> = {}) =>
    on(settings, (service) => moveImages(service, commandContext, folder, () => {}));
  const before = await makeBadge();
  const first = await move();
  assert.deepEqual([first.there, first.missing, first.outcome], [0, 0, 'copied']);
  assert.deepEqual(first.settings, { IMAGE_STORE: folder, IMAGE_STORE_PREVIOUS: 'file' });
  assert.equal((await move()).copied, 0);

  const meanwhile = await makeBadge();
  const settings = { IMAGE_STORE: folder, IMAGE_STORE_PREVIOUS: imageDirectory };
  const start = async (more: Record<string, string>) => {
    const started = await startInstance({
      ...{ DATABASE_URL: instance.databaseUrl, BASE_URL: instance.url, TOPOLOGY: 'one', ...more },
    });
    t.after(() => started.stop());
    return started;
  };
  const second = await start(settings);
  const readImage = async (at: string, { cid }: { cid: string }) =>
    assertOk(await createTestClient(at)('GET', new URL(createUrls(at).image(cid)).pathname));
  await readImage(second.direct, meanwhile);
  const api = createTestClient(second.direct, { 'x-api-key': owner.key });
  const image = dataUri(await pngBytes(41, 41, 7));
  const words = { name: 'New', description: 'New.', criteria: 'New.', issuerId, image };
  const { badgeId } = assertOk(await api('POST', '/badges', { parameters: words })).body;
  const { rows } = await sql<{ cid: string }>`
    select image_cid as cid from badges where id = ${badgeId.slice(-36)}`.execute(instance.db);
  const [{ cid } = { cid: '' }] = rows;
  // A process not yet restarted.
  await readImage(instance.direct, { cid });

  const last = await move(settings);
  assert.deepEqual([last.outcome, last.settings], ['done', { IMAGE_STORE_PREVIOUS: null }]);
  assert.ok(last.copied >= 1 && last.missing === 0);
  await assert.rejects(move({ IMAGE_STORE: folder }), /already stores its images in /);
  await rm(imageDirectory, { recursive: true });
  const alone = await start({ IMAGE_STORE: folder });
  for (const each of [before, meanwhile, { cid }]) await readImage(alone.direct, each);
});
