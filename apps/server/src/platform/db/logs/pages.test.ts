import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstIdAt } from '../../../kernel/id.ts';
import { findIdBounds, readPage, splitIntoWindows, type Window } from './pages.ts';

const at = (time: string): string => firstIdAt(new Date(time));
const now = new Date('2026-03-20T12:00:00Z');
const retentionMs = 30 * 86_400_000;
const [february, march, april] = ['2026-02-01', '2026-03-01', '2026-04-01'].map(at);

test('without bounds, windows are the retained months, plus newer rows first and older rows last', () => {
  assert.deepEqual(splitIntoWindows({ retentionMs, now }), [
    { from: april, before: undefined },
    { from: march, before: april },
    { from: february, before: march },
    { from: undefined, before: february },
  ]);
});

test('paging starts in the month of the page token and ends in the month of the lower bound', () => {
  const token = at('2026-03-10T00:00:00Z');
  const from = at('2026-02-27T00:00:00Z');
  assert.deepEqual(splitIntoWindows({ from, before: token, retentionMs, now }), [
    { from: march, before: token },
    { from, before: march },
  ]);
  const within = at('2026-03-02T00:00:00Z');
  assert.deepEqual(splitIntoWindows({ from: within, before: token, retentionMs, now }), [
    { from: within, before: token },
  ]);
});

test('a page token at the start of a month leaves no empty window', () => {
  assert.deepEqual(splitIntoWindows({ before: march, retentionMs, now })[0], {
    from: february,
    before: march,
  });
});

test('a page token older than the retained months has one window', () => {
  const before = at('2020-01-10T00:00:00Z');
  assert.deepEqual(splitIntoWindows({ before, retentionMs, now }), [{ from: undefined, before }]);
});

test('ids between two times include a minute on each side, and end at the page token', () => {
  const since = new Date('2026-03-01T00:00:00Z');
  const until = new Date('2026-03-02T00:00:00Z');
  const before = at('2026-03-02T00:01:00Z');
  assert.deepEqual(findIdBounds({ since, until }, undefined), {
    from: at('2026-02-28T23:59:00Z'),
    before,
  });
  assert.equal(findIdBounds({ until }, april).before, before);
  assert.equal(findIdBounds({ until }, march).before, march);
  assert.deepEqual(findIdBounds({}, undefined), { from: undefined, before: undefined });
});

test('older windows are read only when the newest ones do not fill the page', async () => {
  const queries: [Window[], number][] = [];
  const range = { retentionMs: 400 * 86_400_000, now };
  const reading = (found: number[]) => (windows: Window[], limit: number) => {
    queries.push([windows, limit]);
    return Promise.resolve(found.splice(0, limit));
  };
  assert.deepEqual(await readPage(range, 2, reading([1, 2, 3])), [1, 2]);
  assert.equal(queries.length, 1);
  assert.deepEqual(await readPage(range, 5, reading([1, 2, 3])), [1, 2, 3]);
  assert.deepEqual(
    queries.slice(1).map(([, limit]) => limit),
    [5, 2],
  );
  assert.deepEqual(
    queries.slice(1).flatMap(([windows]) => windows),
    splitIntoWindows(range),
  );
});
