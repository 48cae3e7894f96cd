import { type AwardEvent, timelineNames } from '@insignia/contract';
import type { Database } from '../../platform/db/index.ts';
import { type EventRow, eventsOf } from './store.ts';

/** Events of a credential, oldest first. */
export async function timelineOf(db: Database, accountId: string, credentialId: string) {
  return (await eventsOf(db, accountId, credentialId)).map(entryOf);
}

function entryOf(event: EventRow): AwardEvent {
  const reason = event.type === 'credential.revoked' ? event.data.reason : '';
  return {
    type: timelineNames[event.type],
    at: event.at.toISOString(),
    by: causeOf(event),
    ...(reason ? { reason } : {}),
  };
}

/** Names the key instead of its user: it identifies the program. */
function causeOf({ type, personId, person, keyId, key }: EventRow): AwardEvent['by'] {
  if (keyId) return { kind: 'key', id: keyId, name: key };
  if (personId) return { kind: 'person', id: personId, name: person };
  return type === 'credential.delivered' ? { kind: 'service', id: null, name: null } : null;
}
