import type { previewKeyRevocation as definition, PayloadOf } from '@insignia/contract';
import { Problem } from '../../kernel/problem.ts';
import type { Database } from '../../platform/db/index.ts';
import { countSigned } from './entry-store.ts';
import { isIssuerOf, keysOf } from './key-store.ts';
import { namedKeys } from './revoke-keys.ts';

type KeySelection = { issuerId: string; keyId: string | undefined; since: Date | undefined };

/** Counts what `revokeKeys` would affect now. */
export async function previewKeyRevocation(
  db: Database,
  accountId: string,
  { issuerId, keyId, since }: KeySelection,
): Promise<PayloadOf<typeof definition>> {
  if (!(await isIssuerOf(db, accountId, issuerId))) throw new Problem('issuer_not_found');
  const ids = namedKeys(await keysOf(db, issuerId), keyId);
  const counts = ids.length > 0 ? await countSigned(db, ids, since) : { signed: 0, revoked: 0 };
  return { keys: ids.length, ...counts };
}
