import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideUpdate, isAccountEmail, parseIssuerCode } from './rules.ts';

const account = 'ada@example.org';
const verified = { verified: true, email: 'office@uni.example' };
const unverified = { ...verified, verified: false };

test('a verified issuer accepts changes only to its logo and LinkedIn id', () => {
  for (const core of [{ name: 'Other' }, { url: 'https://x.example' }, { email: account }])
    assert.deepEqual(decideUpdate(verified, { ...core, logo: 'x' }, account), {
      refuse: 'verified_issuer_not_editable',
    });
  for (const ornament of [{ logo: '' }, { linkedinOrganizationId: '1337' }])
    assert.deepEqual(decideUpdate(verified, ornament, account), { edit: true, verify: 'stays' });
});

test('a changed issuer is verified again: by email, or immediately with the email of the account', () => {
  const decide = (email?: string) => decideUpdate(unverified, { name: 'Other', email }, account);
  assert.deepEqual(decide(), { edit: true, verify: 'mailed' });
  assert.deepEqual(decide('ADA@example.org'), { edit: true, verify: 'now' });
  assert.deepEqual(decideUpdate({ ...unverified, email: account }, { name: 'Other' }, account), {
    ...{ edit: true, verify: 'now' },
  });
  assert.equal(isAccountEmail('ada@example.org.evil.example', account), false);
});

test('an update without changes keeps the issuer', () => {
  for (const issuer of [verified, unverified])
    assert.deepEqual(decideUpdate(issuer, { name: undefined }, account), { keep: true });
});

test('a verification code is also read from the link in the email', () => {
  for (const text of ['abc123', 'https://badges.example/verify-issuer/abc123'])
    assert.equal(parseIssuerCode(text), 'abc123');
});
