import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import pino from 'pino';
import { BackupFault } from '../backup/index.ts';
import { Backlog } from './backlog.ts';
import { Contents } from './contents.ts';
import { Report } from './report.ts';
import { openSpool } from './spool.ts';
import { readStatus } from './status.ts';

test('while nothing comes into the archive too much is given up, and both are told once', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'insignia-backlog-'));
  t.after(() => rm(folder, { recursive: true }));
  const said: string[] = [];
  const log = pino({}, { write: (line) => void said.push(JSON.parse(line).msg) });
  const cluster = { system: '7', postgres: 180_000, segmentBytes: 16 * 1024 ** 2, timeline: 1 };
  const open = () => Promise.reject(new BackupFault('unreachable', 'it is away'));
  const contents = new Contents({ url: '', open, log }, cluster, undefined);
  const parts = { spool: folder, mostBytes: 1, log };
  const given = { system: cluster.system, spool: await openSpool(folder), contents };
  const backlog = new Backlog(parts, given, undefined);
  const report = new Report(folder, log);
  const look = async () => {
    await backlog.take();
    await backlog.giveUpIfTooMuch(report.isFailing);
    await backlog.measure();
    const told = { ...contents.told(), ...backlog.told(), baseFailing: undefined };
    await report.tell({ ...told, picturesSince: undefined });
    return readStatus(folder);
  };

  await writeFile(join(folder, '00000002.history'), 'of another history');
  const well = await look();
  assert.equal(well?.waiting?.count, 1, 'what gets through is never given up');
  assert.deepEqual([well?.isBroken, well?.failing, said], [false, undefined, []]);

  report.failed('archive', await contents.open().catch((error: unknown) => error));
  const failing = await look();
  assert.deepEqual([failing?.failing?.reason, failing?.waiting?.count], ['it is away', 1]);
  const dropped = await look();
  assert.deepEqual([dropped?.isBroken, dropped?.waiting], [true, undefined]);
  assert.equal(dropped?.failing?.since, failing?.failing?.since);
  assert.equal(said.length, 2, said.join());
  assert.match(said.join(), /^nothing can be archived,what waited .+ was thrown away/);

  report.worked('archive');
  const again = await look();
  assert.deepEqual([again?.failing, again?.isBroken], [undefined, true], 'until a base backup');
});
