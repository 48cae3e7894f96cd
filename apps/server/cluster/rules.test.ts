import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditWrites, measureRecovery, type ObservedRequest } from './rules.ts';

const done = (ended: number): ObservedRequest => ({
  kind: 'issue',
  startedAt: ended - 10,
  ended,
  isDone: true,
});
const refused = (ended: number): ObservedRequest => ({ ...done(ended), isDone: false });

test('recovery ends at the last refused request or at the end of the longest silence', () => {
  const seen = [
    done(900),
    refused(950),
    done(1_100),
    done(9_000),
    done(9_100),
    refused(9_200),
    done(9_300),
  ];
  assert.deepEqual(measureRecovery(seen, 'issue', 1_000), {
    ...{ requests: 5, refused: 1, silenceMs: 7_900, recoveredMs: 8_200 },
  });
  assert.equal(measureRecovery(seen.slice(0, 5), 'issue', 1_000).recoveredMs, 8_000);
  assert.equal(measureRecovery([done(1_100), done(1_200)], 'issue', 1_000).recoveredMs, 0);
  assert.equal(measureRecovery(seen, 'document', 1_000).requests, 0);
});

test('the audit reports absent acknowledged writes as lost and repeated writes as duplicates', () => {
  const issued = new Map([
    ['one', new Set(['a'])],
    ['two', new Set(['b', 'c'])],
    ['gone', new Set(['d'])],
  ]);
  const imported = new Set(['row-1', 'row-2', 'row-3']);
  const storedRows = ['a', 'b', 'c'].map((id) => ({ id, email: `${id}@` }));
  const rows = ['row-1', 'row-2', 'row-2'].map((email, n) => ({ id: `r${n}`, email }));
  assert.deepEqual(auditWrites({ issued, imported }, [...storedRows, ...rows]), {
    lost: ['d', 'row-3'],
    doubled: ['two', 'row-2'],
  });
});
