import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold } from '@insignia/contract';
import { computeCredentialStatus, decideRevoke, likeLiteral } from './rules.ts';

test('searches fold case and compatibility forms, and take wildcards literally', () => {
  assert.equal(fold('ÅSA Ｌöw ﬁ'), 'åsa löw fi');
  const same = [
    ['ΠΑΠΑΣ', 'παπας', 'Παπασ'],
    ['İSTANBUL', 'istanbul', 'ISTANBUL', 'ıstanbul'],
    ['STRASSE', 'Straße', 'STRAẞE', 'ſtrasse'],
    ['ΆΔΗΣ ᾠδή', 'άδης ὨΙΔΉ'],
  ];
  for (const words of same) assert.equal(new Set(words.map(fold)).size, 1, words.join());
  assert.notEqual(fold('Åsa'), fold('Asa'));
  assert.equal(likeLiteral('50%_\\x'), '50\\%\\_\\\\x');
});

test('a credential is valid up to the millisecond of its expiry; a revoked one never expires', () => {
  const expires = new Date(1_000);
  const statusAt = (now: number, revokedAt: Date | null = null) =>
    computeCredentialStatus({ revokedAt, expires }, now);
  assert.deepEqual(
    [999, 1_000, 1_001].map((now) => statusAt(now)),
    ['valid', 'valid', 'expired'],
  );
  assert.equal(statusAt(1_001, expires), 'revoked');
  assert.equal(computeCredentialStatus({ revokedAt: null, expires: null }, 1_001), 'valid');
});

test('revoking again is repeated for the same reason and refused for another', () => {
  assert.deepEqual(decideRevoke({ revoked: false, reason: null }, 'a'), { keep: false });
  assert.deepEqual(decideRevoke({ revoked: true, reason: 'a' }, 'a'), { keep: true });
  assert.deepEqual(decideRevoke({ revoked: true, reason: null }, ''), { keep: true });
  assert.deepEqual(decideRevoke({ revoked: true, reason: 'a' }, 'b'), {
    refuse: 'already_revoked',
  });
});
