import { sql } from 'kysely';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { recordAction } from '../audit/index.ts';
import { type EventCause, eventsWork, recordEvents } from '../events/index.ts';
import { markRevokedInLists } from '../signing/index.ts';
import { announceCredentials } from './invalidate.ts';
import { decideRevoke } from './rules.ts';
import { lockCredential } from './store.ts';

/** Metric name. */
export const revokedTotal = 'insignia_credentials_revoked_total';

type RevokeDeps = {
  db: Database;
  clock: Clock;
  /** Invalidates public documents of the credential in this process. */
  invalidateCredential: (credentialId: string) => void;
};

/**
 * The same reason again gives the same response. Another reason is refused, because the first one
 * is published.
 */
export async function revokeOne(
  deps: RevokeDeps,
  who: Caller,
  id: string,
  reason: string,
): Promise<void> {
  const { db, clock, invalidateCredential } = deps;
  const { accountId } = who;
  const isNew = await db.write(async (trx) => {
    const credential = await lockCredential(trx, accountId, id);
    if (!credential) throw new Problem('credential_not_found');
    const decision = decideRevoke(
      { revoked: credential.revokedAt !== null, reason: credential.revocationReason },
      reason,
    );
    if ('refuse' in decision) throw new Problem(decision.refuse);
    if (decision.keep) return false;
    const now = clock();
    await revokeMany(trx, { accountId, by: who, reason, now }, [id]);
    await recordAction(trx, who, { action: 'revokeAward', target: id, fields: { reason } }, now);
    return true;
  });
  if (isNew) invalidateCredential(id);
}

/**
 * Revokes the credentials that aren't revoked. The others keep their reason. Returns the ids that
 * changed.
 */
export async function revokeMany(
  trx: Trx,
  revocation: NewRevocation,
  ids: string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const credentials = ids.map((id) => ({ id, eventId: newId() }));
  trx.onCommit.wake(eventsWork);
  const revoked = await markRevoked(trx, revocation, credentials);
  trx.onCommit.count(revokedTotal, {}, revoked.length);
  await markRevokedInLists(trx, revoked, revocation.now);
  await announceCredentials(trx, revoked);
  return revoked;
}

type NewRevocation = { accountId: string; by: EventCause; reason: string; now: Date };

/** Revokes and records events in one statement. Returns the ids that changed. */
async function markRevoked(
  trx: Trx,
  { accountId, by, reason, now }: NewRevocation,
  credentials: { id: string; eventId: string }[],
): Promise<string[]> {
  const ids = credentials.map(({ id }) => id);
  const eventIds = credentials.map(({ eventId }) => eventId);
  const revoked = sql`select event_id, id as credential_id from revoked`;
  const event = { type: 'credential.revoked', data: { reason } } as const;
  const { rows } = await sql<{ id: string }>`
    with named as (select * from unnest(${ids}::uuid[], ${eventIds}::uuid[]) as n(id, event_id)),
    revoked as (
      update credentials c set revoked_at = ${now}, revocation_reason = ${reason || null}
      from named n where c.id = n.id and c.account_id = ${accountId} and c.revoked_at is null
      returning c.id, n.event_id),
    recorded as (${recordEvents(event, revoked, { accountId, by, now })})
    select id from revoked, recorded`.execute(trx);
  return rows.map(({ id }) => id);
}
