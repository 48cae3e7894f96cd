import type { ErrorCode } from '@insignia/contract';
import { plans } from '@insignia/contract';
import type { Database, Trx } from '../../platform/db/index.ts';
import { invalidateOnCommit } from '../../platform/db/invalidation.ts';
import type { Sealer } from '../../platform/secrets/index.ts';
import { createEmptyAccount, type ListedAccount } from '../accounts/index.ts';
import { createOperatorActor, recordAction } from '../audit/index.ts';
import { BackupError } from '../backup/index.ts';
import { lockAndCountIssuers, lockIssuer } from '../issuers/index.ts';
import { addMissingShortCodes } from '../short-codes/index.ts';
import { assignMissingEntries } from '../signing/index.ts';
import { hasOpenTransfer, lockAccounts, moveIssuer } from '../transfers/index.ts';
import {
  deleteEmptyAccount,
  findArchiveIssuer,
  iterateCredentialIds,
  setIssuerClosed,
} from './archive-rows.ts';
import { issuerNotFound, refuseDuringUpgrade } from './export.ts';

type ReopenParts = { db: Database; now: () => Date; signal: AbortSignal };
type CloseParts = ReopenParts & { sealer: Sealer };

/** Reasons why an issuer can't be closed or opened again, with the next step. */
const remedies: Partial<Record<ErrorCode, string>> = {
  transfer_issuer_unverified: "it isn't verified. Verify it in the dashboard, or delete it",
  transfer_in_course: 'a course issues its badges. Delete the learning platform, or its activities',
  transfer_work_running:
    "imports, migrations or bulk jobs of its account haven't finished. Try again later",
};

/**
 * Moves the issuer to an account without members, in one transaction: nobody can issue, edit or revoke
 * any more, and running requests find nothing. Its pages and documents stay, and the other host can't
 * choose different codes, keys and status list entries for them. Returns the account that it had, or
 * undefined if it was closed before.
 */
export async function closeIssuer(
  { db, now, signal, sealer }: CloseParts,
  issuerId: string,
): Promise<string | undefined> {
  return db.write(
    async (trx) => {
      const issuer = await lockIssuer(trx, issuerId);
      if (!issuer) throw issuerNotFound(issuerId);
      const { accountId: from, name } = issuer;
      if ((await findArchiveIssuer(trx, issuerId))?.isClosed) return undefined;
      await refuseDuringUpgrade(trx, 'Close');
      if (await hasOpenTransfer(trx, issuerId))
        throw new BackupError(
          'refused',
          "the issuer is offered to another account. Let the account's owner cancel the offer first",
        );
      const to = await createEmptyAccount(trx, `${name} (closed)`, 'unlimited', now());
      await move(trx, { issuerId, from, to }, signal);
      for await (const ids of iterateCredentialIds(trx, issuerId)) {
        signal.throwIfAborted();
        await addMissingShortCodes(trx, ids);
        await assignMissingEntries(trx, { sealer, issuerId, now: now() }, ids);
      }
      await setIssuerClosed(trx, issuerId, now());
      const act = { action: 'closeIssuer', target: issuerId, name } as const;
      await recordAction(trx, createOperatorActor(from), act, now());
      await invalidateOnCommit(trx, '*');
      return from;
    },
    { retry: false },
  );
}

/** Moves a closed issuer to an account, for example because nobody imported it. */
export async function reopenIssuer(
  { db, now, signal }: ReopenParts,
  issuerId: string,
  { accountId: to, plan }: Pick<ListedAccount, 'accountId' | 'plan'>,
): Promise<void> {
  await db.write(
    async (trx) => {
      const issuer = await lockIssuer(trx, issuerId);
      if (!issuer) throw issuerNotFound(issuerId);
      const { accountId: from, name } = issuer;
      if (!(await findArchiveIssuer(trx, issuerId))?.isClosed)
        throw new BackupError('refused', `the issuer ${name} isn't closed`);
      if (!(await lockAccounts(trx, [to])))
        throw new BackupError('refused', `account ${to} not found`);
      if ((await lockAndCountIssuers(trx, to)) >= plans[plan].issuers)
        throw new BackupError(
          'refused',
          `the plan ${plan} allows no further issuer. Change it with insignia accounts plan ${to}`,
        );
      await move(trx, { issuerId, from, to }, signal);
      await setIssuerClosed(trx, issuerId, null);
      const act = { action: 'reopenIssuer', target: issuerId, name } as const;
      await recordAction(trx, createOperatorActor(to), act, now());
      await deleteEmptyAccount(trx, from);
      await invalidateOnCommit(trx, '*');
    },
    { retry: false },
  );
}

async function move(
  trx: Trx,
  of: { issuerId: string; from: string; to: string },
  signal: AbortSignal,
): Promise<void> {
  const refusal = await moveIssuer(trx, of, signal);
  if (refusal)
    throw new BackupError('refused', `the issuer can't move: ${remedies[refusal] ?? refusal}`);
}
