import { timelineNames } from '@insignia/contract';
import type { Database } from '../../platform/db/index.ts';
import { type EventRow, eventsOf } from './store.ts';

/** What happened to a credential of the account, oldest first. */
export async function timelineOf(db: Database, accountId: string, credentialId: string) {
  return (await eventsOf(db, accountId, credentialId)).map(entryOf);
}

function entryOf(event: EventRow) {
  const reason = event.type === 'credential.revoked' ? event.data.reason : '';
  return {
    type: timelineNames[event.type],
    at: event.at.toISOString(),
    ...(reason ? { reason } : {}),
  };
}
