import { type AwardEvent, timelineNames } from '@insignia/contract';
import type { Database } from '../../platform/db/index.ts';
import { type EventRow, listCredentialEvents } from './store.ts';

/** Events of a credential, oldest first. */
export async function readActivity(db: Database, accountId: string, credentialId: string) {
  return (await listCredentialEvents(db, accountId, credentialId)).map(toActivityEntry);
}

function toActivityEntry(event: EventRow): AwardEvent {
  const reason = event.type === 'credential.revoked' ? event.data.reason : '';
  return {
    type: timelineNames[event.type],
    at: event.at.toISOString(),
    by: toCause(event),
    ...(reason ? { reason } : {}),
  };
}

/** Names the key instead of its user: it identifies the program. */
function toCause({ type, personId, person, keyId, key }: EventRow): AwardEvent['by'] {
  if (keyId) return { kind: 'key', id: keyId, name: key };
  if (personId) return { kind: 'person', id: personId, name: person };
  return type === 'credential.delivered' ? { kind: 'service', id: null, name: null } : null;
}
