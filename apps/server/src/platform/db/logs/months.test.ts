import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstIdAt } from '../../../kernel/id.ts';
import {
  assertSameTime,
  findExpired,
  type LogPartition,
  listMissingMonths,
  parsePartition,
} from './months.ts';

const at = (day: string): string => firstIdAt(new Date(`${day}T00:00:00Z`));
const before: LogPartition = { name: 'mails_before', from: null, to: at('2026-03-01') };
const rest: LogPartition = { name: 'mails_rest', from: null, to: null };
const month = (from: string, to: string): LogPartition => ({
  name: from,
  from: at(from),
  to: at(to),
});
const [march, april] = [month('2026-03-01', '2026-04-01'), month('2026-04-01', '2026-05-01')];

test('partition bounds are parsed from the text of PostgreSQL', () => {
  const bounds = `FOR VALUES FROM ('${march.from}') TO ('${march.to}')`;
  assert.deepEqual(parsePartition(march.name, bounds), march);
  const first = `FOR VALUES FROM (MINVALUE) TO ('${before.to}')`;
  assert.deepEqual(parsePartition(before.name, first), before);
  assert.deepEqual(parsePartition(rest.name, 'DEFAULT'), rest);
});

test('months are added up to three ahead, without a gap, none twice', () => {
  const names = (parts: LogPartition[], now: string) =>
    listMissingMonths('mails', parts, new Date(now)).map(({ name }) => name);
  assert.deepEqual(names([rest, before], '2026-01-31T23:59:59.999Z'), [
    'mails_2026_03',
    'mails_2026_04',
  ]);
  assert.deepEqual(names([rest, march, before], '2026-02-01T00:00:00Z'), [
    'mails_2026_04',
    'mails_2026_05',
  ]);
  assert.deepEqual(names([rest, april, march, before], '2026-01-15T00:00:00Z'), []);
});

test('after years of inactivity, only the current month and the months ahead are added', () => {
  const added = listMissingMonths('mails', [rest, before], new Date('2031-11-20T00:00:00Z'));
  assert.deepEqual(
    added.map(({ name }) => name),
    ['mails_2031_11', 'mails_2031_12', 'mails_2032_01', 'mails_2032_02'],
  );
  for (const [n, { to }] of added.entries()) assert.deepEqual(added[n + 1]?.from ?? to, to);
});

test('months far ahead from a wrong clock do not prevent adding the current months', () => {
  const far = month('2031-11-01', '2031-12-01');
  const added = listMissingMonths(
    'mails',
    [rest, before, march, far],
    new Date('2026-03-20T00:00:00Z'),
  );
  assert.deepEqual(
    added.map(({ name }) => name),
    ['mails_2026_04', 'mails_2026_05', 'mails_2026_06'],
  );
});

test('the time comes from the database, and differing clocks throw an error', () => {
  const database = new Date('2026-03-20T00:00:00Z');
  const own = (minutes: number) => new Date(database.getTime() + minutes * 60_000);
  for (const minutes of [-5, 0, 5])
    assert.deepEqual(assertSameTime(own(minutes), database), database);
  for (const minutes of [-6, 6, 3 * 525_600])
    assert.throws(
      () => assertSameTime(own(minutes), database),
      /the clocks differ: this process has/,
    );
});

test('a partition is dropped once fully expired, and rows are deleted only outside monthly partitions', () => {
  const parts = [rest, april, before, march];
  const over = (end: string) => {
    const { whole, rowsBefore } = findExpired(parts, at(end));
    return [whole.map(({ name }) => name), rowsBefore];
  };
  assert.deepEqual(over('2026-02-28'), [[], at('2026-02-28')]);
  assert.deepEqual(over('2026-03-01'), [['mails_before'], at('2026-03-01')]);
  assert.deepEqual(over('2026-03-31'), [['mails_before'], at('2026-03-01')]);
  assert.deepEqual(over('2026-04-01'), [['mails_before', '2026-03-01'], at('2026-04-01')]);
  assert.deepEqual(over('2026-06-01'), [
    ['mails_before', '2026-03-01', '2026-04-01'],
    at('2026-06-01'),
  ]);
});
