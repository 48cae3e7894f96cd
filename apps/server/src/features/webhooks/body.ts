import type { EventData, WebhookEventName } from '@insignia/contract';
import type { EventPayload } from './rules.ts';

type Links = { credential: (id: string) => string; badge: (id: string) => string };

/**
 * Body of a delivery, the same bytes for every attempt (interface specification §6.2). `createdAt`
 * in epoch milliseconds.
 */
export function createBody(
  delivery: EventPayload & { id: string },
  createdAt: number,
  urls: Links,
): string {
  const { id, type } = delivery;
  const data =
    delivery.data === null
      ? {}
      : { awardId: urls.credential(delivery.credentialId), ...createData(delivery, urls) };
  return JSON.stringify({ id, type, createdAt, data });
}

function createData<N extends WebhookEventName>(
  { type, data }: { type: N; data: EventData<N> },
  urls: Links,
): EventData<N> {
  return dataByEvent[type](data, urls);
}

type ActingUser = { name: string; email: string };
// The database reorders members.
const toActingUser = ({ email, name }: ActingUser): ActingUser => ({ email, name });

const dataByEvent: {
  [N in WebhookEventName]: (data: EventData<N>, urls: Links) => EventData<N>;
} = {
  'credential.issued': ({ badgeId, badgeName, recipient, issuedOn, expires }, urls) => ({
    badgeId: urls.badge(badgeId),
    badgeName,
    recipient: toActingUser(recipient),
    issuedOn,
    expires,
  }),
  'credential.delivered': ({ recipient, badgeName }) => ({
    recipient: toActingUser(recipient),
    badgeName,
  }),
  'credential.revoked': ({ reason }) => ({ reason }),
  'credential.viewed': ({ recipient }) => ({ recipient: toActingUser(recipient) }),
  'credential.expiring': ({ recipient, badgeName, expires, days }) => ({
    ...{ recipient: toActingUser(recipient), badgeName, expires, days },
  }),
  'credential.expired': ({ recipient, badgeName, expires }) => ({
    ...{ recipient: toActingUser(recipient), badgeName, expires },
  }),
  'credential.corrected': ({ recipient, badgeName, fields, reason }) => ({
    ...{ recipient: toActingUser(recipient), badgeName, fields, reason },
  }),
};
