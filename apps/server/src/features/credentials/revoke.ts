import type { Caller } from '../../kernel/caller.ts';
import { newId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import { recordAct } from '../audit/index.ts';
import { insertEvent } from '../events/index.ts';
import type { CredentialDeps } from './deps.ts';
import { credentialLocked, markRevoked } from './revoke-store.ts';
import { decideRevoke } from './rules.ts';

/** Again with the same reason is the same answer; another reason is refused, since the first one is published. */
export async function revoke(
  deps: CredentialDeps,
  who: Caller,
  id: string,
  reason: string,
): Promise<void> {
  const { db, clock, changed } = deps;
  const isNew = await db.transaction().execute(async (trx) => {
    const credential = await credentialLocked(trx, who.accountId, id);
    if (!credential) throw new Problem('credential_not_found');
    const decision = decideRevoke(
      { revoked: credential.revokedAt !== null, reason: credential.revocationReason },
      reason,
    );
    if ('refuse' in decision) throw new Problem(decision.refuse);
    if (decision.keep) return false;
    const now = clock();
    await markRevoked(trx, id, reason || null, now);
    const event = {
      id: newId(),
      accountId: who.accountId,
      credentialId: id,
      type: 'credential.revoked',
    };
    await insertEvent(trx, { ...event, data: { reason }, now });
    await recordAct(trx, who, { action: 'revokeAward', target: id, fields: { reason } }, now);
    return true;
  });
  if (isNew) await changed(id);
}
