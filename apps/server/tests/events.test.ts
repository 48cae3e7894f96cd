// Events written by TypeScript and SQL match the contract, and so do deliveries.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  type AccountEventName,
  accountEventData,
  deliveredEvents,
  deliveryBodies,
  type EventName,
  eventData,
  optInEvents,
} from '@insignia/contract';
import { sql } from 'kysely';
import { assertOk, assertRefused, createTestClient } from './support/client.ts';
import { type Instance, startInstance } from './support/instance.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
  signInByCode,
} from './support/people.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { moveEnd, runReminders } from './support/reminders.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

let instance: Instance;
let owner: Owner;
let receiver: Receiver;
before(async () => {
  instance = await startInstance({ WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8' });
  owner = await createOwner(instance, 'pro');
  receiver = await startReceiver();
});
after(async () => {
  await instance.stop();
  await receiver.close();
});

type AnyName = EventName | AccountEventName;
type StoredEvent = { type: AnyName; data: object; credentialId: string | null };
const written = async (): Promise<StoredEvent[]> =>
  (
    await sql<StoredEvent>`select type, data, credential_id as "credentialId" from events
      where account_id = ${owner.accountId} order by id`.execute(instance.db)
  ).rows;
const count = async (type: AnyName) => (await written()).filter((e) => e.type === type).length;

/** Names and types of members. A date may be null. */
function describeShape(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value === null ? 'string' : typeof value;
  if (Array.isArray(value)) return value.slice(0, 1).map(describeShape);
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, describeShape(member)])
      .toSorted(),
  );
}

test('every event matches its documented schema, however it is written', async () => {
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const { credentials, imports, webhooks } = owner.insignia;
  const { id: webhookId } = await webhooks.create({
    url: receiver.url,
    events: ['*', ...optInEvents],
  });

  const [one, other] = [
    await issueAward(owner, badgeId, { expires: '2030-01-01' }),
    await issueAward(owner, badgeId),
  ];
  const file = 'name,email,issuedOn\nAda Lovelace,ada@example.org,2026-01-31\n';
  await imports.create({ badgeId, file });
  await waitForCondition('all are issued', async () => (await count('credential.issued')) === 3);
  await credentials.send({ awardId: one, email: 'x@example.org' });
  await waitForCondition(
    'it is delivered',
    async () => (await count('credential.delivered')) === 1,
  );
  await credentials.share({
    awardId: one,
    recipients: 'y@example.org, z@example.org',
    subject: 'Look',
    message: 'Here it is',
  });
  for (const days of [30, 0] as const) {
    await moveEnd(instance.db, one, days);
    await runReminders(instance, days);
  }
  const view = { parameters: { kind: 'view' } };
  assertOk(await createTestClient(instance.url)('POST', `/awards/${one}/event`, view));
  await credentials.correct({ awardId: one, recipient: { name: 'Ada King' } });
  const email = 'requester@example.org';
  const third = await issueAward(owner, badgeId, { recipient: { name: 'Ada Lovelaze', email } });
  const { session } = await signInByCode(instance, email);
  const request = { kind: 'correction', message: 'My surname is misspelled.' };
  const { requestId } = assertOk(
    await session('POST', `/my/credentials/${third}/requests`, { parameters: request }),
    201,
  ).body;
  await owner.insignia.requests.decline({ requestId, reason: 'Spelled as in your application' });
  await credentials.revoke({ awardId: one, reason: 'in error' });
  await credentials.revokeMany({ awardIds: [other] });
  await waitForCondition('both are revoked', async () => (await count('credential.revoked')) === 2);

  const guest = await createOwner(instance);
  const { members } = owner.insignia;
  const { memberId, inviteId } = await members.invite({ email: guest.email, role: 'viewer' });
  await guest.insignia.members.accept({ inviteId });
  for (const role of ['editor', 'editor'] as const) await members.changeRole({ memberId, role });
  await members.remove({ memberId });
  const moved = await createIssuer(owner);
  const { transferId } = assertOk(
    await owner.session('POST', `/issuers/${moved}/transfer`, {
      parameters: { email: guest.email },
    }),
  ).body;
  assertOk(await guest.session('POST', `/transfers/${transferId}/accept`), 202);
  await waitForCondition('moved', async () => (await count('issuer.moved')) > 0);

  const events = await written();
  assert.deepEqual(
    events
      .filter(({ credentialId }) => credentialId === null)
      .map(({ type, data }) => [type, data]),
    [
      ['member.joined', { memberId, role: 'viewer', cause: 'invitation' }],
      ['member.changed', { memberId, role: 'editor', cause: 'team' }],
      ['member.removed', { memberId, cause: 'team' }],
      ['issuer.moved', { transferId, direction: 'outgoing', issuerId: moved }],
    ],
  );
  const schemas = { ...eventData, ...accountEventData };
  for (const { type, data } of events) {
    // Stored for the email status only: no webhook has it.
    const { forwarded, ...documented } = data as { forwarded?: unknown };
    assert.equal(forwarded, type === 'credential.delivered' ? true : undefined, type);
    assert.deepEqual(schemas[type].parse(documented), documented, type);
  }
  const names = new Set(events.map(({ type }) => type));
  assert.deepEqual([...names].toSorted(), Object.keys(schemas).toSorted());

  await webhooks.test({ webhookId });
  const webhookItems = events.filter(({ type }) =>
    (deliveredEvents as readonly string[]).includes(type),
  );
  await waitForCondition(
    'all events are sent',
    () => receiver.received.length === webhookItems.length + 1,
  );
  const bodies = receiver.received.map(({ body }) => JSON.parse(body));
  for (const body of bodies) {
    const schema = deliveryBodies[body.type as keyof typeof deliveryBodies];
    assert.deepEqual(schema.parse(body), body);
  }
  // Event types that the trigger delivers, and no others.
  const { rows } = await sql<{ type: string }>`select distinct type from deliveries`.execute(
    instance.db,
  );
  const all = [...deliveredEvents, 'ping'].toSorted();
  assert.deepEqual(rows.map(({ type }) => type).toSorted(), all);
  const kinds = new Set(bodies.map(({ type }) => type));
  assert.deepEqual([...kinds].toSorted(), all);

  // A sample has the members of a real delivery, and URLs of this service.
  for (const body of bodies) {
    const sample = await webhooks.sample({ event: body.type });
    assert.deepEqual(describeShape(sample), describeShape(body), body.type);
    const { awardId } = sample.data as { awardId?: string };
    if (awardId) assert.ok(awardId.startsWith(instance.url), awardId);
  }
  const unknown = await owner.read('GET', '/webhooks/samples/credential.sold');
  assertRefused(unknown, 400, 'invalid_request', 'event');
});
