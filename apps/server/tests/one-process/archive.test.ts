// The log of an embedded database, archived while a service works, and brought back to a moment before a mistake.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { prepareAccount } from '../../faults/prepare.ts';
import { CommandFault, recoverArchive } from '../../src/commands/index.ts';
import { createUrls } from '../../src/kernel/urls.ts';
import { readStatus, type Status } from '../../src/platform/archive/index.ts';
import { layoutOf, recoveryCluster } from '../../src/platform/db/index.ts';
import { assertOk, client } from '../support/client.ts';
import { launch, start, temporaryDirectory } from '../support/process.ts';
import { withSettings } from '../support/settings.ts';
import { until } from '../support/until.ts';

const cleanups: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

const passphrase = 'a passphrase of the tests';
const refusal = (kind: CommandFault['kind'], words: RegExp) => (error: unknown) => {
  assert.ok(error instanceof CommandFault, String((error as Error).stack));
  assert.match(error.message, words);
  assert.equal(error.kind, kind);
  return true;
};

test('a mistake is undone by going back to the moment before it', async () => {
  const { path: home, remove } = await temporaryDirectory();
  cleanups.push(remove);
  // As somebody may name folders.
  const archive = join(home, "the archive's folder");
  const [dataDir, other] = [join(home, 'data "dir"'), join(home, 'other')];
  const env = { BACKUP_ARCHIVE: archive, BACKUP_PASSPHRASE: passphrase, LOG_LEVEL: 'fatal' };
  const told = (data: string, what: string, is: (status: Status) => boolean): Promise<unknown> =>
    until(what, async () => {
      const status = await readStatus(layoutOf(data).spool);
      return status !== undefined && is(status);
    });
  const { BACKUP_ARCHIVE: _, ...ofRestore } = env;
  // As docs/backup.md says it.
  const bring = (toTime: string, data: string, more = {}, signal = new AbortController().signal) =>
    withSettings({ ...ofRestore, DATA_DIR: data, BASE_URL: service.url }, () =>
      recoverArchive({ signal, warn: () => {} }, archive, {
        ...{ toTime, passphrase, withoutSecret: false, releasesJobs: false, dryRun: false },
        ...{ base: undefined, onProgress: () => {}, ...more },
      }),
    );

  const service = await start({ ...env, DATA_DIR: dataDir });
  await told(dataDir, 'an archive that is away is told', ({ failing }) =>
    /is not there/.test(failing?.reason ?? ''),
  );
  const early = new Date().toISOString();
  await mkdir(archive);
  const { key, badgeId } = await prepareAccount(service.url, dataDir);
  await told(dataDir, 'a base backup is taken', ({ base }) => base !== undefined);
  const send = client(service.url, { 'x-api-key': key });
  const issue = async (name: string): Promise<string> => {
    const recipient = { name, email: 'ada@example.org' };
    const parameters = { badgeId, recipient, issuedOn: '2026-01-01' };
    const { body } = assertOk(await send('POST', '/awards', { parameters }));
    return body.info.awardId.split('/').at(-1);
  };
  const awardId = await issue('Ada Lovelace');
  const urls = createUrls(service.url);
  const published = [urls.credential(awardId), urls.bakedImage(awardId), urls.badge(badgeId)];
  const answers = (): Promise<string[]> =>
    Promise.all(
      published.map(async (url) => {
        const answer = await fetch(url, { headers: { accept: 'application/json' } });
        const bytes = Buffer.from(await answer.arrayBuffer());
        return `${answer.status} ${createHash('sha256').update(bytes).digest('hex')}`;
      }),
    );
  const given = await answers();
  const moment = new Date().toISOString();
  assertOk(await send('DELETE', `/awards/${awardId}`));
  assert.notDeepEqual(await answers(), given);
  service.child.kill('SIGTERM');
  assert.equal(await service.ended, 0);
  const end = await readStatus(layoutOf(dataDir).spool);
  assert.equal(end?.waiting, undefined, 'what a service wrote last is archived when it ends');

  await assert.rejects(bring(moment, dataDir), refusal('refused', /holds a database already/));
  await assert.rejects(bring(early, other), refusal('refused', /the archive begins at/));
  await assert.rejects(bring('2999-01-01T00:00:00Z', other), refusal('refused', /not come yet/));
  await assert.rejects(bring('yesterday', other), refusal('refused', /wants a time with its zone/));
  const wrong = { passphrase: 'another passphrase' };
  await assert.rejects(bring(moment, other, wrong), refusal('refused', /not the passphrase/));
  const late = bring(new Date().toISOString(), other);
  await assert.rejects(late, refusal('refused', /does not reach .+ committed in it was at \d{4}-/));
  assert.deepEqual(await readdir(other), [], 'nothing is left of it');

  const done = await bring(moment, other);
  assert.deepEqual([done.secret, done.images.missing], ['written', 0]);
  const { port } = new URL(service.url);
  const restored = await start({ ...env, DATA_DIR: other, PORT: port, BASE_URL: service.url });
  assert.deepEqual(await answers(), given);
  await told(other, 'the restored one goes on in a history of its own', ({ base }) =>
    Boolean(base && base.id > done.base),
  );
  restored.child.kill('SIGTERM');
  assert.equal(await restored.ended, 0);

  const histories = (await readdir(archive, { recursive: true })).filter((name) =>
    /\/wal\/00000002\.history\.\w+\.zst$/.test(name),
  );
  assert.equal(histories.length, 1, 'the next restore will take another number');
  await rm(join(archive, histories[0] ?? ''));
  const third = join(home, 'third');
  const several = /several databases have archived .+--base \S+ \(database \d+\/2.+--base .+\/1/;
  await assert.rejects(bring('latest', third), refusal('refused', several));
  const signal = AbortSignal.abort(new Error('Ctrl-C'));
  await assert.rejects(bring('latest', third, { base: done.base }, signal), /Ctrl-C/);
  for (const name of await readdir(archive, { recursive: true }))
    if (/\/wal\/.+\.zst$/.test(name)) await truncate(join(archive, name), 100);
  await assert.rejects(bring(moment, third), refusal('refused', /\.zst in .+ is damaged/));

  await mkdir(join(third, recoveryCluster));
  const half = await launch({ ...env, DATA_DIR: third });
  assert.notEqual(await half.ended, 0);
  assert.match(half.output(), /a restore to a point in time .+ was broken off/);
  assert.ok(!(await readdir(third)).includes('secret'), 'it would stand in the way of its own');
});
