import type { Caller } from '../../kernel/caller.ts';
import { newId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Trx } from '../../platform/db/index.ts';
import { recordAction } from '../audit/index.ts';
import { eventsWork } from '../events/index.ts';
import { markRevokedInLists } from '../signing/index.ts';
import type { CredentialDeps } from './deps.ts';
import { revokedTotal } from './metric-names.ts';
import { lockCredential, markRevoked, type NewRevocation } from './revoke-store.ts';
import { decideRevoke } from './rules.ts';

/**
 * The same reason again gives the same response. Another reason is refused, because the first one
 * is published.
 */
export async function revokeOne(
  deps: CredentialDeps,
  who: Caller,
  id: string,
  reason: string,
): Promise<void> {
  const { db, clock, changed } = deps;
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
  if (isNew) await changed(id);
}

/**
 * Revokes those not yet revoked, whatever the reason of the others. Returns the ids that changed.
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
  return revoked;
}
