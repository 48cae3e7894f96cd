import type { previewKeyRevocation as definition, OperationPayload } from '@insignia/contract';
import { Problem } from '../../kernel/problem.ts';
import type { Database } from '../../platform/db/index.ts';
import { countSignedCredentials } from './entry-store.ts';
import { isOwnIssuer, selectIssuerKeys } from './key-store.ts';
import { selectKeyIds } from './revoke-keys.ts';

type KeySelection = { issuerId: string; keyId: string | undefined; since: Date | undefined };

/** Counts what `revokeKeys` would affect now. */
export async function previewKeyRevocation(
  db: Database,
  accountId: string,
  { issuerId, keyId, since }: KeySelection,
): Promise<OperationPayload<typeof definition>> {
  if (!(await isOwnIssuer(db, accountId, issuerId))) throw new Problem('issuer_not_found');
  const ids = selectKeyIds(await selectIssuerKeys(db, issuerId), keyId);
  const counts =
    ids.length > 0 ? await countSignedCredentials(db, ids, since) : { signed: 0, revoked: 0 };
  return { keys: ids.length, ...counts };
}
