import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeTotp, findStep, readCode } from './codes.ts';

const secret = '12345678901234567890';

test('codes equal the vectors of RFC 6238, appendix B, for SHA-1', () => {
  const vectors = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const;
  for (const [seconds, code] of vectors)
    assert.equal(computeTotp(secret, Math.floor(seconds / 30)), code);
});

test('a code is found one step early or late, and no further', () => {
  const now = 1_234_567_890_000;
  const current = Math.floor(now / 30_000);
  const find = (offset: number) => findStep(secret, computeTotp(secret, current + offset), now);
  assert.deepEqual([-2, -1, 0, 1, 2].map(find), [
    undefined,
    current - 1,
    current,
    current + 1,
    undefined,
  ]);
  for (const code of ['', '12345', '1234567', '００５９２４', 'abcdef'])
    assert.equal(findStep(secret, code, now), undefined);
});

test('typed codes are read with spaces, hyphens, capitals and full-width digits', () => {
  assert.deepEqual(readCode(' 123 456 '), { kind: 'totp', code: '123456' });
  assert.deepEqual(readCode('１２３-４５６'), { kind: 'totp', code: '123456' });
  assert.deepEqual(readCode('7H3K2 M9QXT'), { kind: 'recovery', code: '7h3k2-m9qxt' });
  assert.deepEqual(readCode('7h3k2m9qxt'), { kind: 'recovery', code: '7h3k2-m9qxt' });
  assert.deepEqual(readCode('1234567'), { kind: 'recovery', code: '12345-67' });
});
