import type { CredentialEvent } from '@insignia/contract';
import { newId } from '../../kernel/id.ts';
import { causesWork, type Trx } from '../../platform/db/index.ts';
import type { Cause } from './sql.ts';
import { insertDelivered, insertEvent } from './store.ts';

/** What there is to do about events. */
export const eventsWork = 'events';

type Of = { accountId: string; credentialId: string; by: Cause; now: Date };

/** In the transaction that causes it; webhooks that want it get a delivery in the same one. */
export async function recordEvent(trx: Trx, event: CredentialEvent, of: Of): Promise<void> {
  await insertEvent(trx, event, { id: newId(), ...of });
  causesWork(trx, eventsWork);
}

/** A mail server has taken the credential's mail. */
export async function recordDelivered(trx: Trx, credentialId: string, now: Date): Promise<void> {
  await insertDelivered(trx, newId(), credentialId, now);
  causesWork(trx, eventsWork);
}
