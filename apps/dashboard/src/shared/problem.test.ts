import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAward, createBadge, createWebhook, recipientNameMin } from '@insignia/contract';
import { type FailureCode, InsigniaError } from '@insignia/sdk';
import { errorTexts, fieldTexts } from '../messages/en/errors.ts';
import { findBodyErrors } from './body-errors.ts';
import { describeFieldError } from './field-errors.ts';
import { describeProblem } from './problem.ts';

const problem = (code: string, details: { path: string; message: string }[] = []) =>
  describeProblem(
    new InsigniaError('words of the API', { code: code as FailureCode, status: 400, details }),
  );

test('an error code has its own text, and the API message is not shown', () => {
  assert.equal(problem('badge_not_found'), errorTexts.badge_not_found);
  assert.equal(problem('a_new_code'), 'Something went wrong on this page. Try again.');
  for (const text of Object.values(errorTexts)) assert.match(text, /\. .+\.$/, text);
});

test('a refused field that the form does not show is described by its own text', () => {
  const refused = (message: string) => problem('invalid_request', [{ path: 'image', message }]);
  assert.equal(refused('must be a PNG or JPG'), 'Choose a PNG or JPG picture.');
  assert.equal(refused('is strange'), errorTexts.invalid_request);
});

test('each field error of a body becomes a text for people at its field', () => {
  const texts = (errors: { path: string; message: string }[]) =>
    Object.fromEntries(errors.map(({ path, message }) => [path, message]));
  const award = {
    ...{ badgeId: '', recipient: { name: 'Ada', email: 'ada' }, issuedOn: '2026-02-30' },
    evidence: [{ id: 'javascript:alert(1)' }],
  };
  assert.deepEqual(texts(findBodyErrors(createAward.body({ recipientNameMin }), award)), {
    badgeId: fieldTexts.required,
    'recipient.name': 'Use at least 5 characters',
    'recipient.email': fieldTexts.email,
    'evidence.0.id': fieldTexts.url,
  });
  const badge = {
    ...{ issuerId: 'x', name: '', description: 'd'.repeat(100_000), criteria: 'c' },
    ...{ image: 'x', validFor: 'soon', language: '?', tags: Array(21).fill('sea') },
    attributes: [
      { name: 'Grade', type: 'number' },
      { name: 'Grade', type: 'colour' },
    ],
  };
  const found = findBodyErrors(createBadge.body, badge);
  assert.ok(found.length >= 6, JSON.stringify(found));
  for (const { path, message } of found) assert.notEqual(message, fieldTexts.invalid, path);
  assert.deepEqual(texts(findBodyErrors(createWebhook.body, { url: '', events: [] })), {
    events: fieldTexts.chooseOne,
  });
});

test('messages of the service about fields have texts for people', () => {
  for (const [message, text] of [
    ['must be a valid ISO 8601 date or date-time, for example 2026-03-01', fieldTexts.date],
    ['must not be before issuedOn', fieldTexts.beforeIssue],
    ['must be a number, for example 1.3', fieldTexts.number],
    ['must be a color, for example #24477f', fieldTexts.color],
    ['must be at most 5 MiB', 'This is too large. The limit is 5 MiB.'],
    ['must be at least 80 by 20 pixels', 'Choose a picture of at least 80 by 20 pixels'],
    ['must start with https://', fieldTexts.httpsUrl],
    [
      'must start with https://, because its host resolves to no address in SSO_ALLOWED_PRIVATE_CIDRS',
      fieldTexts.httpsUrl,
    ],
    ['must not point to a private address', fieldTexts.publicUrl],
    ["isn't your current password", fieldTexts.wrongPassword],
    ['is incomplete: the end of the image is missing', fieldTexts.damagedPicture],
    ["contains “x”, which isn't an email address", '“x” isn’t a valid email address'],
    [
      'unknown placeholder {{name}}. Use {{badge_name}}, {{issuer_name}}, {{recipient_name}}',
      '{{name}} isn’t a placeholder. Use one of those listed above.',
    ],
    ['is strange', fieldTexts.invalid],
  ] as const)
    assert.equal(describeFieldError(message), text, message);
});
