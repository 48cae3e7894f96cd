import type { CredentialEvent } from '@insignia/contract';
import { sql } from 'kysely';
import { newId } from '../../kernel/id.ts';
import { causesWork, type Trx } from '../../platform/db/index.ts';
import { type Cause, insertEvents } from './sql.ts';
import { insertDelivered } from './store.ts';

/** What there is to do about events. */
export const eventsWork = 'events';

type Of = { accountId: string; credentialId: string; by: Cause; now: Date };

/** In the transaction that causes it; webhooks that want it get a delivery in the same one. */
export async function recordEvent(
  trx: Trx,
  event: CredentialEvent,
  { credentialId, ...of }: Of,
): Promise<void> {
  const credential = sql`select ${newId()}::uuid as event_id, ${credentialId}::uuid as credential_id`;
  await insertEvents(event, credential, of).execute(trx);
  causesWork(trx, eventsWork);
}

/** A mail server has taken the credential's mail. */
export async function recordDelivered(trx: Trx, credentialId: string, now: Date): Promise<void> {
  await insertDelivered(trx, newId(), credentialId, now);
  causesWork(trx, eventsWork);
}
