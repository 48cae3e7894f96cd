import type { CredentialEvent } from '@insignia/contract';
import { newId } from '../../kernel/id.ts';
import { causesWork, type Trx } from '../../platform/db/index.ts';
import type { Cause } from './sql.ts';
import { insertDelivered, insertEvent } from './store.ts';

/** Work kind for events. */
export const eventsWork = 'events';

type Of = { accountId: string; credentialId: string; by: Cause; now: Date };

/**
 * Records an event in the causing transaction. Deliveries for matching endpoints are written with
 * it.
 */
export async function recordEvent(trx: Trx, event: CredentialEvent, of: Of): Promise<void> {
  await insertEvent(trx, event, { id: newId(), ...of });
  causesWork(trx, eventsWork);
}

/** Records that a mail server accepted the credential's email. */
export async function recordDelivered(trx: Trx, credentialId: string, now: Date): Promise<void> {
  await insertDelivered(trx, newId(), credentialId, now);
  causesWork(trx, eventsWork);
}
