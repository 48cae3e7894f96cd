import type { CredentialEvent } from '@insignia/contract';
import { newId } from '../../kernel/id.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { EventCause } from './sql.ts';
import { insertDeliveredEvent, insertEvent } from './store.ts';

/** Work kind for events. */
export const eventsWork = 'events';

type EventContext = { accountId: string; credentialId: string; by: EventCause; now: Date };

/**
 * Records an event in the causing transaction. Deliveries for matching endpoints are written with
 * it.
 */
export async function recordEvent(
  trx: Trx,
  event: CredentialEvent,
  of: EventContext,
): Promise<void> {
  await insertEvent(trx, event, { id: newId(), ...of });
  trx.onCommit.wake(eventsWork);
}

/** Records that a mail server accepted the credential's email. */
export async function recordEmailDelivered(
  trx: Trx,
  credentialId: string,
  now: Date,
): Promise<void> {
  await insertDeliveredEvent(trx, newId(), credentialId, now);
  trx.onCommit.wake(eventsWork);
}
