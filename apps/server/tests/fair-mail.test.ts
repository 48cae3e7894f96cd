// No account's email delays another's, and nothing delays email a person waits for.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { assertOk, createTestClient } from './support/client.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
} from './support/people.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

let release = (): void => {};
let pendingEmails: string[] = [];
const instance = await useInstance();
const large = await createOwner(instance, 'pro');
const awardId = await issueAward(large, await createBadge(large, await createIssuer(large)));
afterEach(() => release());

/** The mail server delays messages with this start until `release`. */
function holdBack(start: string): void {
  const { promise, resolve } = Promise.withResolvers<void>();
  pendingEmails = [];
  instance.mailbox.hold = (address) => {
    if (!address.startsWith(start)) return undefined;
    pendingEmails.push(address);
    return promise;
  };
  release = () => {
    instance.mailbox.hold = () => undefined;
    resolve();
  };
}

/** Shares the credential with many addresses. */
async function share(by: Owner, award: string, start: string, count: number): Promise<void> {
  const recipients = Array.from({ length: count }, (_, n) => `${start}${n}@example.org`).join();
  const parameters = { recipients, subject: 'Look', message: 'At this' };
  await by.insignia.credentials.share({ awardId: award, ...parameters });
}
const arrived = (start: string): string[] =>
  instance.mailbox.received.flatMap(({ to }) => to).filter((to) => to.startsWith(start));

test('emails that a user waits for arrive while all other emails are blocked', async () => {
  holdBack('slow-');
  await share(large, awardId, 'slow-', 50);
  await waitForCondition('the mail server is busy', () => pendingEmails.length >= 8);
  // Sign-up requires a confirmation email.
  const person = await createOwner(instance);
  const { email } = person;
  assertOk(
    await createTestClient(instance.url)('POST', '/api/auth/request-password-reset', { email }),
  );
  await instance.mailbox.waitFor(email, /password/i);
  const invited = { email: 'invited@example.org', role: 'viewer' } as const;
  await large.insignia.members.invite(invited);
  await instance.mailbox.waitFor(invited.email);
  const issuer = { name: 'Another', url: 'https://another.example', email: 'issuer@example.org' };
  await large.insignia.issuers.create(issuer);
  await instance.mailbox.waitFor(issuer.email);
  assert.deepEqual(arrived('slow-'), []);
  release();
  await waitForCondition('the rest arrives', () => arrived('slow-').length === 50);
});

test('accounts take turns: a few emails of one overtake many of another', async () => {
  const small = await createOwner(instance);
  const award = await issueAward(small, await createBadge(small, await createIssuer(small)));
  holdBack('many-');
  for (let n = 0; n < 3; n++) await share(large, awardId, `many-${n}-`, 50);
  await waitForCondition('the mail server is busy', () => pendingEmails.length >= 8);
  await share(small, award, 'few-', 5);
  release();
  await waitForCondition(
    'all arrive',
    () => arrived('many-').length === 150 && arrived('few-').length === 5,
  );
  const order = instance.mailbox.received.flatMap(({ to }) => to);
  const first = order.findIndex((to) => to.startsWith('many-'));
  const last = order.findLastIndex((to) => to.startsWith('few-'));
  assert.ok(last - first < 60, `the last of few came after ${last - first} of 155`);
});
