import type { Clock } from '../../kernel/clock.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { type BackgroundWork, type Job, runInSlices } from '../../platform/jobs/index.ts';
import { listSignedSince } from './entry-store.ts';

/** Credentials issued since then and signed with these keys. */
export type RevokeSignedPayload = {
  accountId: string;
  keyIds: string[];
  since: string;
  reason: string;
  /** Absent in jobs of the previous release. */
  by?: { personId: string; keyId?: string | undefined };
};

export const revokeSignedKind = 'revoke-signed';
const BATCH_SIZE = 500;

export type SigningWorkDeps = {
  db: Database;
  clock: Clock;
  revokeMany: (
    trx: Trx,
    revocation: { accountId: string; by: RevokeSignedPayload['by']; reason: string; now: Date },
    ids: string[],
  ) => Promise<string[]>;
  /** Invalidates public documents of these credentials in this process. */
  invalidateCredentials: (credentialIds: string[]) => void;
};

/** Each batch is a transaction. Revoked credentials aren't found again. */
export function registerSigningWork(
  work: BackgroundWork,
  { db, clock, revokeMany, invalidateCredentials }: SigningWorkDeps,
): void {
  work.jobs({
    [revokeSignedKind]: ({ payload }: Job<RevokeSignedPayload>) =>
      runInSlices(async () => {
        const { accountId, keyIds, reason, by } = payload;
        const since = new Date(payload.since);
        const ids = await db.write(async (trx) => {
          const found = await listSignedSince(trx, keyIds, since, BATCH_SIZE);
          await revokeMany(trx, { accountId, by, reason, now: clock() }, found);
          return found;
        });
        if (ids.length > 0) invalidateCredentials(ids);
        return ids.length > 0;
      }),
  });
}
