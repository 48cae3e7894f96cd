import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import type { Job } from '../../platform/jobs/index.ts';
import { type NewMail, post } from '../../platform/mail/index.ts';
import type { Urls } from '../../platform/urls.ts';
import { credentialLetter, suppressedAmong } from '../sharing/index.ts';
import {
  addProgress,
  endBulkJob,
  nextTargets,
  revokeMany,
  type Target,
  type Work,
  workLocked,
} from './store.ts';

type WorkDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  nudge: () => void;
  /** The public documents of these credentials have changed. */
  changed: (credentialIds: string[]) => Promise<void>;
};

const sliceMs = 5_000;
const chunk = 500;

/** Works through the credentials chunk by chunk, newest first; each chunk is one transaction. */
export function bulkHandlers(deps: WorkDeps) {
  return {
    bulk: async ({ payload }: Job<{ jobId: string }>): Promise<'again' | undefined> => {
      const end = Date.now() + sliceMs;
      while (Date.now() < end) {
        const changed = await deps.db
          .transaction()
          .execute((trx) => step(deps, trx, payload.jobId));
        if (!changed) return undefined;
        if (changed.length > 0) await deps.changed(changed);
        deps.nudge();
      }
      return 'again';
    },
  };
}

/** The ids that it has changed; undefined when there is nothing more to do. */
async function step(deps: WorkDeps, trx: Trx, jobId: string): Promise<string[] | undefined> {
  const work = await workLocked(trx, jobId);
  if (!work) return undefined;
  const now = deps.clock();
  const targets = await nextTargets(trx, work, chunk);
  const last = targets.at(-1);
  if (!last) {
    await endBulkJob(trx, jobId, now);
    return undefined;
  }
  const valid = targets.filter(({ isRevoked }) => !isRevoked);
  const done =
    work.action === 'send'
      ? await mailAll(deps, trx, work, valid, now)
      : await revokeAll(trx, work, valid, now);
  await addProgress(trx, jobId, last.id, done, targets.length - done);
  return work.action === 'revoke' ? valid.map(({ id }) => id) : [];
}

async function revokeAll(trx: Trx, work: Work, targets: Target[], now: Date): Promise<number> {
  const rows = targets.map(({ id }) => ({ id, eventId: newId() }));
  if (rows.length > 0) await revokeMany(trx, work, rows, now);
  return rows.length;
}

async function mailAll(
  { urls }: WorkDeps,
  trx: Trx,
  { accountId }: Work,
  targets: Target[],
  now: Date,
): Promise<number> {
  const addresses = targets.map(({ recipientEmail }) => recipientEmail);
  const suppressed = await suppressedAmong(trx, accountId, addresses);
  const mails = targets
    .filter(({ recipientEmail }) => !suppressed.has(recipientEmail.toLowerCase()))
    .map((target): NewMail => {
      const letter = credentialLetter(target, urls);
      const to = target.recipientEmail;
      return { to, letter, kind: 'credential', accountId, credentialId: target.id };
    });
  await post(trx, mails, now);
  return mails.length;
}
