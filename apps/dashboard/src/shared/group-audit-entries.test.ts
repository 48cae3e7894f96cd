import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type GroupableEntry, groupAuditEntries, sumGroup } from './group-audit-entries.ts';

const noon = Date.parse('2026-03-01T12:00:00Z');
/** Minutes before noon. */
function act(
  ago: number,
  action: string,
  more: Partial<GroupableEntry> & { by?: string } = {},
): GroupableEntry {
  const { by = 'nora', ...overrides } = more;
  return {
    ...{ at: new Date(noon - ago * 60_000).toISOString(), action, target: null, byOperator: false },
    ...{ actor: { personId: by }, key: null, about: null, ...overrides },
  };
}
const of = (badgeId: string, count: number | null = null) => ({
  about: { count, badge: { badgeId } },
});
/** Number of actions in each group. */
const lengths = (acts: GroupableEntry[]) => groupAuditEntries(acts).map(({ length }) => length);

test('consecutive entries of one person and one kind form one group, including bulk actions', () => {
  const acts = [
    act(0, 'revokeAward', of('first')),
    act(1, 'revokeAwards', of('first', 40)),
    act(2, 'revokeAward', of('first')),
  ];
  assert.deepEqual(lengths(acts), [3]);
  const { count, badges } = sumGroup(acts);
  assert.deepEqual([count, badges.length], [42, 1]);
});

test('a group lists each badge once, and none if one is unknown', () => {
  const acts = [act(0, 'createAward', of('first')), act(0, 'createAward', of('second'))];
  assert.equal(sumGroup([...acts, ...acts]).badges.length, 2);
  assert.deepEqual(sumGroup([...acts, act(0, 'createAward')]).badges, []);
});

test('another action by the same person ends a group, and actions by others do not', () => {
  const issued = () => act(0, 'createAward');
  assert.deepEqual(lengths([issued(), act(0, 'updateBadge'), issued()]), [1, 1, 1]);
  assert.deepEqual(lengths([issued(), act(0, 'updateBadge', { by: 'tomasz' }), issued()]), [2, 1]);
});

test('entries of API keys and of the operator form their own groups', () => {
  const issued = (more = {}) => act(0, 'createAward', more);
  const key = { key: { keyId: 'platform' } };
  assert.deepEqual(lengths([issued(), issued(key), issued(), issued(key)]), [2, 2]);
  assert.deepEqual(lengths([issued(), issued({ byOperator: true })]), [1, 1]);
});

test('a pause of more than ten minutes ends a group, however long the group is', () => {
  const at = (...ago: number[]) => ago.map((minutes) => act(minutes, 'createAward'));
  assert.deepEqual(lengths(at(0, 9, 18, 27, 38, 39)), [4, 2]);
});

test('entries without a count form one group only for the same target', () => {
  const change = (target: string) => act(0, 'updateBadge', { target });
  assert.deepEqual(lengths([change('a'), change('a'), change('b')]), [2, 1]);
});

test('a group has no sum if one count is unknown', () => {
  const mailed = (count: number | null, target: string) =>
    act(0, 'sendAwards', { ...of('first', count), target });
  assert.deepEqual(lengths([mailed(3, 'a'), mailed(null, 'b'), mailed(3, 'c')]), [1, 1, 1]);
});
