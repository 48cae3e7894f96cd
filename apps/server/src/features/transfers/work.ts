import type { ErrorCode } from '@insignia/contract';
import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import {
  type BackgroundWork,
  type Job,
  type JobContext,
  startWorker,
} from '../../platform/jobs/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import { recordAccountEvents } from '../events/index.ts';
import { lockIssuer } from '../issuers/index.ts';
import { completedEmail, failedEmail } from './emails.ts';
import { moveIssuer } from './move.ts';
import { closedRetentionMs } from './rules.ts';
import {
  closeTransfer,
  expireOffers,
  findTransfer,
  listAbandoned,
  lockTransfer,
  type TransferRow,
  tidyTransfers,
} from './store.ts';
import { mailOwner, moveKind } from './transfers.ts';

type WorkDeps = { db: Database; clock: Clock; urls: Urls; log: Logger };
type MoveJob = Job<{ transferId: string }>;

/** A million credentials take minutes. */
const moveTimeoutMs = 6 * 3_600_000;

export function registerTransfersWork(work: BackgroundWork, deps: WorkDeps): void {
  const { db, clock, log } = deps;
  work.chores({
    name: 'issuer-transfers',
    run: async (trx) => {
      const now = clock();
      await expireOffers(trx, now);
      await failAbandoned(trx, deps);
      return tidyTransfers(trx, new Date(now.getTime() - closedRetentionMs));
    },
  });
  work.runs(
    () =>
      startWorker(db, { [moveKind]: (job: MoveJob, context) => runMove(deps, job, context) }, log, {
        slots: 1,
        timeoutMs: moveTimeoutMs,
      }),
    moveKind,
  );
}

/** A process killed in the last attempt couldn't fail the transfer, which would block both accounts. */
async function failAbandoned(trx: Trx, deps: WorkDeps): Promise<void> {
  for (const id of await listAbandoned(trx, moveKind)) {
    const transfer = await lockTransfer(trx, id);
    if (transfer?.state === 'accepted') await fail(trx, deps, transfer, 'internal_error');
  }
}

async function runMove(deps: WorkDeps, job: MoveJob, context: JobContext): Promise<void> {
  const { transferId } = job.payload;
  try {
    await deps.db.write((trx) => completeTransfer(trx, deps, transferId, context));
  } catch (error) {
    if (job.attempts < job.maxAttempts || context.stopping.aborted) throw error;
    await deps.db.write(async (trx) => {
      const transfer = await lockTransfer(trx, transferId);
      if (transfer?.state === 'accepted') await fail(trx, deps, transfer, 'internal_error');
    });
    throw error;
  }
}

/** The lock of the transfer's row makes the job run once. */
async function completeTransfer(
  trx: Trx,
  deps: WorkDeps,
  transferId: string,
  { stopping }: JobContext,
): Promise<void> {
  const found = await findTransfer(trx, transferId);
  const issuer = found && (await lockIssuer(trx, found.issuerId));
  const transfer = await lockTransfer(trx, transferId);
  if (transfer?.state !== 'accepted' || !transfer.toAccountId) return;
  const { issuerId, fromAccountId: from, toAccountId: to } = transfer;
  const refusal =
    issuer?.accountId === from
      ? await moveIssuer(trx, { issuerId, from, to }, stopping)
      : 'issuer_not_found';
  if (refusal) return fail(trx, deps, transfer, refusal);
  await close(trx, deps, transfer);
}

async function close(trx: Trx, deps: WorkDeps, transfer: TransferRow): Promise<void> {
  const now = deps.clock();
  await closeTransfer(trx, transfer.id, { state: 'completed', now });
  const email = completedEmail({ name: transfer.name, url: deps.urls.dashboard });
  await mailBoth(trx, transfer, email, now);
  const { id: transferId, issuerId, fromAccountId, toAccountId } = transfer;
  for (const accountId of [fromAccountId, toAccountId]) {
    if (!accountId) continue;
    const direction = accountId === fromAccountId ? 'outgoing' : 'incoming';
    const data = { transferId, issuerId, direction } as const;
    const cause = { accountId, by: undefined, now };
    await recordAccountEvents(trx, [{ type: 'issuer.moved', data }], cause);
  }
}

async function fail(
  trx: Trx,
  deps: WorkDeps,
  transfer: TransferRow,
  reason: ErrorCode,
): Promise<void> {
  const now = deps.clock();
  await closeTransfer(trx, transfer.id, { state: 'failed', reason, now });
  const email = failedEmail({ name: transfer.name, url: deps.urls.dashboard, reason });
  await mailBoth(trx, transfer, email, now);
}

async function mailBoth(
  trx: Trx,
  { fromAccountId, toAccountId }: TransferRow,
  email: ReturnType<typeof completedEmail>,
  now: Date,
): Promise<void> {
  for (const accountId of [fromAccountId, toAccountId])
    if (accountId) await mailOwner(trx, accountId, email, now);
}
