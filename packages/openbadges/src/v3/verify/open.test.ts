import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from './open.ts';

test('opening a JWT decodes each of its characters once, natively', (context) => {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const jwt = `${part({ alg: 'ES256' })}.${part({ name: 'x'.repeat(600_000) })}.${part('signature')}`;
  const { mock } = context.mock.method(globalThis, 'atob');
  assert.ok('document' in open(jwt));
  const decoded = mock.calls.reduce((sum, call) => sum + String(call.arguments[0]).length, 0);
  assert.equal(decoded, jwt.length - '..'.length);
});
