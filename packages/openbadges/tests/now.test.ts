import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyEither } from '../src/either/index.ts';
import { check } from '../src/index.ts';
import { credentialDocument, signCredential } from '../src/v3/index.ts';
import { verifyCredential } from '../src/v3/verify/index.ts';
import { ordinary } from './support/facts.ts';
import { school, sign } from './support/world.ts';

const expired = JSON.stringify(await sign({ validUntil: new Date('2026-04-01') }));
const read = () => assert.fail('nobody is asked');

test('an invalid current time is refused before any check, so nothing expired passes', async () => {
  for (const now of [Number.NaN, Number.POSITIVE_INFINITY, 9e15, '2026-06-01', new Date(), null]) {
    const options = { now: now as number, read };
    const refused = { name: 'TypeError', message: /^now must be in epoch milliseconds/ };
    await assert.rejects(verifyCredential({ source: expired, ...options }), refused);
    await assert.rejects(verifyEither({ source: { document: expired }, ...options }), refused);
    await assert.rejects(check({ source: { url: 'https://a.example/1' }, ...options }), refused);
  }
});

test('an invalid date is never signed', async () => {
  const never = new Date('soon');
  const refused = { name: 'RangeError', message: /not a date/ };
  assert.throws(() => credentialDocument(ordinary({ validFrom: never })), refused);
  assert.throws(() => credentialDocument(ordinary({ validUntil: never })), refused);
  const document = credentialDocument(ordinary());
  await assert.rejects(signCredential(document, school.signer, never), refused);
});
