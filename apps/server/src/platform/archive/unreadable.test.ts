import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { finishBackup, within } from '../backup/index.ts';
import { listBases, refuseUnread, type UnreadBase } from './bases.ts';
import { readPacked } from './log.ts';
import { markSystem, ofSystem, openArchive, requireSystem } from './place.ts';
import { openSpool } from './spool.ts';

const home = await mkdtemp(join(tmpdir(), 'insignia-archive-'));
after(() => rm(home, { recursive: true, force: true }));
const system = '7';
const segment = '000000010000000000000002';

const manifest = (finishedAt: string, more: object = {}) => ({
  ...{ format: 1, startedAt: finishedAt, finishedAt, program: '1', postgres: 180_000, system },
  ...{ timeline: 1, segmentBytes: 16 * 1024 ** 2, firstSegment: segment, lastSegment: segment },
  ...{ bytes: 1, secretMark: null, images: { count: 0, missing: 0 }, ...more },
});

test('one base backup that cannot be read stands in nobody’s way but its own', async () => {
  const archive = await openArchive(home);
  await markSystem(archive, system);
  const [first, second, third] = [1, 2, 3].map((day) => `2026-11-0${day}T00-00-00.000Z`) as [
    ...[string, string, string],
  ];
  const own = within(archive, ofSystem(system));
  await finishBackup(own, first, { format: 2 }, new Map());
  await finishBackup(own, second, manifest('2026-11-02T00:00:00.000Z'), new Map());
  await finishBackup(own, third, manifest('2026-11-03T00:00:00.000Z', { system: 1 }), new Map());
  const unread: UnreadBase[] = [];
  const bases = await listBases(archive, unread);
  assert.deepEqual(
    bases.map(({ id }) => id),
    [second],
  );
  assert.deepEqual(
    unread.map(({ id }) => id),
    [first, third],
  );
  assert.match(unread[0]?.reason ?? '', /of another format/);
  const refuse = (until?: string) =>
    refuseUnread(unread, bases[0], until ? Date.parse(until) : undefined);
  refuse('2026-11-02T12:00:00Z');
  assert.throws(() => refuse('2026-11-03T12:00:00Z'), /2026-11-03.+is the one to begin from/);
  assert.throws(() => refuse(), /is the one to begin from/);
});

test('an empty folder is not taken for an archive that has nothing more', async () => {
  const empty = join(home, 'unmounted');
  await mkdir(empty);
  const [known, unmounted] = [await openArchive(home), await openArchive(empty)];
  await requireSystem(known, system);
  assert.equal(await readPacked(known, system, segment), undefined);
  const gone = /has nothing of this database any more/;
  await assert.rejects(requireSystem(unmounted, system), gone);
  await assert.rejects(readPacked(unmounted, system, segment), gone);
});

test('a piece that cannot be packed keeps none back, and goes with the others when too much waits', async () => {
  const folder = join(home, 'spool');
  await mkdir(folder);
  for (const name of [segment, '00000002.history', 'status.json'])
    await writeFile(join(folder, name), 'no piece of a log');
  const spool = await openSpool(folder);
  await assert.rejects(spool.take(system), /is no piece of PostgreSQL's log/);
  const [history] = await spool.waiting();
  assert.equal(history?.name, '00000002.history');
  assert.ok(history && (await spool.since(history)) <= Date.now() + 1_000);
  assert.equal(await spool.clear(), 2);
  assert.equal(history && (await spool.read(history)), undefined, 'given up meanwhile');
  assert.equal(await spool.bytes(), 0);
  assert.deepEqual(
    (await readdir(folder)).filter((name) => !name.startsWith('.')),
    ['status.json'],
  );
});
