import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBadgeVct } from '../sd-jwt.ts';
import { open } from './open.ts';

test('opening a JWT decodes each of its characters once, natively', (context) => {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const jwt = `${part({ alg: 'ES256' })}.${part({ name: 'x'.repeat(600_000) })}.${part('signature')}`;
  const { mock } = context.mock.method(globalThis, 'atob');
  assert.ok('document' in open(jwt));
  const decoded = mock.calls.reduce((sum, call) => sum + String(call.arguments[0]).length, 0);
  assert.equal(decoded, jwt.length - '..'.length);
});

test('values of a JWT or SD-JWT that are too many are counted, and not searched for ambiguity', (context) => {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const many = (count: number): object[] => Array.from({ length: count }, () => ({}));
  const disclosures = [0, 1].map((n) => part(['salt', `n${n}`, many(9_000)]));
  const claims = { vct: openBadgeVct };
  const sources = [
    `${part({ alg: 'ES256' })}.${part({ a: many(20_000) })}.AAAA`,
    [`${part({ typ: 'dc+sd-jwt' })}.${part(claims)}.AAAA`, ...disclosures, ''].join('~'),
  ];
  const { mock } = context.mock.method(String.prototype, 'matchAll');
  for (const source of sources) {
    const opened = open(source);
    assert.equal('problem' in opened && opened.problem, 'has too many members');
  }
  const searched = mock.calls.map((call) => String(call.this).length);
  assert.ok(Math.max(...searched) < 1_000, String(searched));
});
