import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideUpdate, isSameEdition, parseIssuerCode } from './rules.ts';

const account = 'ada@example.org';
const isOwn = (email: string) => email === account;
const verified = { verified: true, email: 'office@uni.example' };
const unverified = { ...verified, verified: false };

test('a verified issuer accepts changes only to its logo and LinkedIn id', () => {
  for (const core of [{ name: 'Other' }, { url: 'https://x.example' }, { email: account }])
    assert.deepEqual(decideUpdate(verified, { ...core, logo: 'x' }, isOwn), {
      refuse: 'verified_issuer_not_editable',
    });
  for (const ornament of [{ logo: '' }, { linkedinOrganizationId: '1337' }])
    assert.deepEqual(decideUpdate(verified, ornament, isOwn), { edit: true, verify: 'stays' });
});

test('a changed issuer is verified again: by email, or immediately with the email of the account', () => {
  const decide = (email?: string) => decideUpdate(unverified, { name: 'Other', email }, isOwn);
  assert.deepEqual(decide(), { edit: true, verify: 'mailed' });
  assert.deepEqual(decide(account), { edit: true, verify: 'now' });
  assert.deepEqual(decideUpdate({ ...unverified, email: account }, { name: 'Other' }, isOwn), {
    ...{ edit: true, verify: 'now' },
  });
});

test('an update without changes keeps the issuer', () => {
  for (const issuer of [verified, unverified])
    assert.deepEqual(decideUpdate(issuer, { name: undefined }, isOwn), { keep: true });
});

test('a verification code is also read from the link in the email', () => {
  for (const text of ['abc123', 'https://badges.example/verify-issuer/abc123'])
    assert.equal(parseIssuerCode(text), 'abc123');
});

test('an issuer keeps its edition unless name, website, email or logo changes', () => {
  const before = { name: 'A', url: 'https://a.example', email: account, logoCid: null };
  assert.equal(isSameEdition(before, { ...before }), true);
  for (const change of [{ name: 'B' }, { url: 'https://b.example' }, { email: 'b@example.org' }])
    assert.equal(isSameEdition(before, { ...before, ...change }), false);
  assert.equal(isSameEdition(before, { ...before, logoCid: 'logo' }), false);
});
