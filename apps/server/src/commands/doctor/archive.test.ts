import assert from 'node:assert/strict';
import { test } from 'node:test';
import { archiveFindings } from './archive.ts';

const now = Date.parse('2026-11-22T12:00:00Z');
const server = { mode: 'on', failedAt: null, archivedAt: new Date(now), archived: null };
const status = {
  ...{ system: '1', waiting: undefined, failing: undefined, droppedAt: undefined },
  ...{ baseFailing: undefined, isBroken: false, beside: undefined },
  last: { name: '000000010000000000000001', at: '2026-11-22T11:59:00Z' },
  base: { id: '2026-11-22T00-00-00.000Z', finishedAt: '2026-11-22T00:00:00Z' },
};
const find = (more: object, ofServer: object = {}, isSealed = true) =>
  archiveFindings(
    {
      server: { ...server, ...ofServer },
      status: { ...status, ...more },
      isSealed,
      everyHours: 24,
      seconds: 60,
    },
    now,
  )
    .filter(({ outcome }) => outcome !== 'ok')
    .map((finding) => `${finding.outcome} ${Object.values(finding).join(' ')}`)
    .join();

test('what stands between the operator and the last minute is told', () => {
  assert.equal(find({}), '');
  const since = '2026-11-22T11:00:00Z';
  const waiting = { count: 3, bytes: 1, since };
  assert.match(find({ waiting }), /^fault.+3 pieces of the log wait since/);
  assert.equal(find({ waiting: { ...waiting, since: '2026-11-22T11:59:30Z' } }), '');
  assert.match(find({ failing: { since, reason: '/mnt has no room left' } }), /no room left/);
  const archived = '000000010000000000000002';
  const behind = (minutes: number) =>
    find({}, { archived, archivedAt: new Date(now - minutes * 60_000) });
  assert.match(behind(6), /^fault.+since then PostgreSQL has put down others, the last 6 min ago/);
  assert.equal(behind(1), '');
  assert.equal(find({}, { archived: status.last.name, archivedAt: new Date(0) }), '', 'idle');
  assert.match(find({ base: undefined }), /^fault.+there is no base backup/);
  assert.match(find({ isBroken: true }), /^fault.+are missing since/);
  const old = { id: 'x', finishedAt: '2026-11-20T00:00:00Z' };
  assert.match(find({ base: old }), /^warning.+the last one is old: 60 h ago/);
  assert.match(find({}, { mode: 'off' }), /^fault.+runs without it/);
  assert.match(find({}, { failedAt: new Date(now + 1) }), /cannot put its log/);
  const beside = { base: '2026-11-22T10-00-00.000Z', system: '1', timeline: 2 };
  assert.match(find({ beside }), /^warning.+another database archives there too \(1\/2/);
  assert.match(find({}, {}, false), /^warning.+the secret is not in the archive/);
});
