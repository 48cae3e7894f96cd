import { z } from 'zod';
import { exampleIds, exampleRecipient } from './examples.ts';
import { requestKinds, roles } from './vocabulary.ts';

const recipient = z
  .object({
    email: z.string().meta({ description: 'Email address' }),
    name: z.string().meta({ description: 'Name' }),
  })
  .meta({ description: 'As in the credential' });
const badgeName = z.string().meta({ description: 'Name of the badge' });

const requestId = z.string().meta({ description: 'ID, as in GET /requests' });
const requestKind = z.enum(requestKinds).meta({ description: 'What the recipient asks for' });
const expiry = z.iso.datetime().meta({ description: 'End of the credential, in UTC' });

/** Members of each event beside the credential's id (interface specification §6.2). */
export const eventData = {
  'credential.issued': z.object({
    badgeId: z.string().meta({ description: 'URL of the badge' }),
    badgeName,
    recipient,
    issuedOn: z.string().meta({ description: 'As sent' }),
    expires: z
      .string()
      .nullable()
      .meta({ description: "As sent, or computed from the badge's `validFor`. Null means never" }),
  }),
  'credential.delivered': z.object({ recipient, badgeName }),
  'credential.revoked': z.object({
    reason: z.string().meta({ description: 'Empty if no reason was given' }),
  }),
  'credential.viewed': z.object({ recipient }),
  'credential.expiring': z.object({
    ...{ recipient, badgeName, expires: expiry },
    days: z.int().meta({ description: '30 or 7: days before the end' }),
  }),
  'credential.expired': z.object({ recipient, badgeName, expires: expiry }),
  'credential.corrected': z.object({
    ...{ recipient, badgeName },
    fields: z.array(z.string()).meta({
      description: 'Fields that changed, as in `GET /awards/{awardId}/editions`',
    }),
    reason: z.string().meta({ description: 'Empty if no reason was given' }),
  }),
  'request.created': z.object({ requestId, kind: requestKind, recipient, badgeName }),
  'request.closed': z.object({
    ...{ requestId, kind: requestKind },
    outcome: z.enum(['accepted', 'declined']).meta({ description: 'Decision of the team' }),
  }),
  'credential.shared': z.object({
    recipients: z.int().meta({ description: 'Number of emails' }),
  }),
} as const;

const memberId = z.string().meta({ description: 'ID, as in GET /members' });
const role = z.enum(roles).meta({ description: 'Role of the member' });
const cause = z.enum(['invitation', 'singleSignOn', 'directory', 'team']).meta({
  description:
    'The accepted invitation, a sign-in by single sign-on, a directory (SCIM), or an admin of the account',
});

/** Members of events about the team and its issuers, which belong to no credential. */
export const accountEventData = {
  'member.joined': z.object({ memberId, role, cause }),
  'member.changed': z.object({ memberId, role, cause }),
  'member.removed': z.object({ memberId, cause }),
  'issuer.moved': z.object({
    transferId: z.string().meta({ description: 'ID, as in GET /transfers' }),
    issuerId: z.string().meta({ description: 'URL of the issuer' }),
    direction: z.enum(['outgoing', 'incoming']).meta({
      description: 'outgoing: to another account. incoming: to this account',
    }),
  }),
} as const;

export type AccountEventName = keyof typeof accountEventData;
/** A union over the event names. */
export type AccountEvent<N extends AccountEventName = AccountEventName> = N extends AccountEventName
  ? { type: N; data: z.infer<(typeof accountEventData)[N]> }
  : never;

export type EventName = keyof typeof eventData;
export type EventData<N extends EventName> = z.infer<(typeof eventData)[N]>;
/** A union over the event names. */
export type CredentialEvent<N extends EventName = EventName> = N extends EventName
  ? { type: N; data: EventData<N> }
  : never;

/**
 * Events that webhooks receive (interface specification §6.1). The others appear only in the
 * activity list.
 */
export const webhookEvents = [
  'credential.issued',
  'credential.delivered',
  'credential.revoked',
  'credential.viewed',
] as const satisfies EventName[];
/** Events that only endpoints receive that name them: `*` doesn't include them. */
export const optInEvents = [
  'credential.expiring',
  'credential.expired',
  'credential.corrected',
  'request.created',
  'request.closed',
  'member.joined',
  'member.changed',
  'member.removed',
  'issuer.moved',
] as const satisfies (EventName | AccountEventName)[];
export const deliveredEvents = [...webhookEvents, ...optInEvents] as const;
export type WebhookEventName = (typeof deliveredEvents)[number];

/** Event names in the activity list. */
export const timelineNames = {
  'credential.issued': 'issued',
  'credential.delivered': 'mailed',
  'credential.viewed': 'viewed',
  'credential.shared': 'shared',
  'credential.revoked': 'revoked',
  'credential.expiring': 'expiring',
  'credential.expired': 'expired',
  'credential.corrected': 'corrected',
  'request.created': 'requested',
  'request.closed': 'request_closed',
} as const satisfies Record<EventName, string>;

const about = z.object({ awardId: z.string().meta({ description: 'URL of the credential' }) });
const body = <N extends string, D extends z.ZodObject>(name: N, data: D) =>
  z.object({
    id: z.string().meta({ description: 'The same for every attempt, as in `X-Service-Delivery`' }),
    type: z.literal(name).meta({ description: 'Event type, as in `X-Service-Event`' }),
    createdAt: z.int().meta({ description: 'Time of the event, in epoch milliseconds' }),
    data: data.meta({ description: 'Fields of the event' }),
  });

/** Delivery bodies by event name. */
export const deliveryBodies = {
  'credential.issued': body(
    'credential.issued',
    about.extend(eventData['credential.issued'].shape),
  ),
  'credential.delivered': body(
    'credential.delivered',
    about.extend(eventData['credential.delivered'].shape),
  ),
  'credential.revoked': body(
    'credential.revoked',
    about.extend(eventData['credential.revoked'].shape),
  ),
  'credential.viewed': body(
    'credential.viewed',
    about.extend(eventData['credential.viewed'].shape),
  ),
  'credential.expiring': body(
    'credential.expiring',
    about.extend(eventData['credential.expiring'].shape),
  ),
  'credential.expired': body(
    'credential.expired',
    about.extend(eventData['credential.expired'].shape),
  ),
  'credential.corrected': body(
    'credential.corrected',
    about.extend(eventData['credential.corrected'].shape),
  ),
  'request.created': body('request.created', about.extend(eventData['request.created'].shape)),
  'request.closed': body('request.closed', about.extend(eventData['request.closed'].shape)),
  'member.joined': body('member.joined', accountEventData['member.joined']),
  'member.changed': body('member.changed', accountEventData['member.changed']),
  'member.removed': body('member.removed', accountEventData['member.removed']),
  'issuer.moved': body('issuer.moved', accountEventData['issuer.moved']),
  ping: body('ping', z.object({})),
} as const satisfies Record<WebhookEventName | 'ping', z.ZodObject>;

export type WebhookEvent = z.infer<(typeof deliveryBodies)[keyof typeof deliveryBodies]>;

const createExample = <N extends string, D>(type: N, data: D) => ({
  ...{ id: exampleIds.delivery, type, createdAt: 1_772_357_400_000 },
  data,
});
const awardId = exampleIds.award;

export const deliveryExamples = {
  'credential.issued': createExample('credential.issued', {
    ...{ awardId, badgeId: exampleIds.badge, badgeName: 'First steps' },
    ...{ recipient: exampleRecipient, issuedOn: '2026-03-01', expires: null },
  }),
  'credential.delivered': createExample('credential.delivered', {
    ...{ awardId, recipient: exampleRecipient, badgeName: 'First steps' },
  }),
  'credential.revoked': createExample('credential.revoked', {
    awardId,
    reason: 'Issued by mistake',
  }),
  'credential.viewed': createExample('credential.viewed', { awardId, recipient: exampleRecipient }),
  'credential.expiring': createExample('credential.expiring', {
    ...{ awardId, recipient: exampleRecipient, badgeName: 'First steps' },
    ...{ expires: '2026-03-31T23:59:59.999Z', days: 30 },
  }),
  'credential.expired': createExample('credential.expired', {
    ...{ awardId, recipient: exampleRecipient, badgeName: 'First steps' },
    expires: '2026-03-01T09:29:59.999Z',
  }),
  'credential.corrected': createExample('credential.corrected', {
    ...{ awardId, recipient: exampleRecipient, badgeName: 'First steps' },
    ...{ fields: ['recipient.name'], reason: 'Misspelled name' },
  }),
  'request.created': createExample('request.created', {
    ...{ awardId, requestId: exampleIds.request, kind: 'correction' as const },
    ...{ recipient: exampleRecipient, badgeName: 'First steps' },
  }),
  'request.closed': createExample('request.closed', {
    ...{ awardId, requestId: exampleIds.request, kind: 'correction' as const },
    outcome: 'accepted' as const,
  }),
  'member.joined': createExample('member.joined', {
    ...{ memberId: exampleIds.member, role: 'editor' as const, cause: 'directory' as const },
  }),
  'member.changed': createExample('member.changed', {
    ...{ memberId: exampleIds.member, role: 'admin' as const, cause: 'singleSignOn' as const },
  }),
  'member.removed': createExample('member.removed', {
    ...{ memberId: exampleIds.member, cause: 'directory' as const },
  }),
  'issuer.moved': createExample('issuer.moved', {
    ...{ transferId: exampleIds.transfer, issuerId: exampleIds.issuer },
    direction: 'incoming' as const,
  }),
  ping: createExample('ping', {}),
} as const satisfies { [N in keyof typeof deliveryBodies]: z.infer<(typeof deliveryBodies)[N]> };
