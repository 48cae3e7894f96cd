import type { Trx } from '../../platform/db/index.ts';
import { deleteMailsTo } from '../../platform/mail/index.ts';
import { deleteEntries } from './store.ts';
import { claimCodeMailKind } from './texts.ts';

/**
 * Erases what an address entered on the account's claim pages, and the emails with codes. Only the
 * email whose code led to a credential is linked to it.
 */
export async function eraseFromClaims(trx: Trx, accountId: string, email: string): Promise<void> {
  await deleteEntries(trx, accountId, email);
  await deleteMailsTo(trx, { accountId, kind: claimCodeMailKind.name, to: email });
}
