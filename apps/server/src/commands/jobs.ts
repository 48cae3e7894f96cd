import type { OperatorAction } from '@insignia/contract';
import { createOperatorActor, recordAction } from '../features/audit/index.ts';
import { eventsWork } from '../features/events/index.ts';
import {
  type AnyWebhook,
  failPausedDeliveries,
  findWebhookAccount,
  listAccountsWithPaused,
  listAnyWebhooks,
  reenableEndpoint,
  resumeDeliveries,
} from '../features/webhooks/index.ts';
import type { Trx } from '../platform/db/index.ts';
import {
  deleteDeadJob,
  listPausedAccounts,
  readDeadJobs,
  resumeJobs,
  retryDeadJob,
} from '../platform/jobs/index.ts';
import { failPausedMails } from '../platform/mail/index.ts';
import { createRefusal } from './command-error.ts';
import { parseId } from './parse-id.ts';
import type { CommandService } from './service.ts';

const MAX_LISTED_JOBS = 1_000;

export function listDeadJobs({ db }: CommandService) {
  return readDeadJobs(db, MAX_LISTED_JOBS);
}

type JobChange = (
  trx: Trx,
  id: string,
) => Promise<{ kind: string; accountId: string | null } | undefined>;

/** Makes dead jobs due now, with all attempts. */
export async function retryJobs(service: CommandService, ids: readonly string[]) {
  const retry: JobChange = async (trx, id) => {
    const job = await retryDeadJob(trx, id);
    if (job) trx.onCommit.wake(job.kind);
    return job;
  };
  return { retried: await changeJobs(service, ids, 'retryJob', retry) };
}

export async function deleteJobs(service: CommandService, ids: readonly string[]) {
  return { dropped: await changeJobs(service, ids, 'dropJob', deleteDeadJob) };
}

const cancelledError = 'given up after a restore';

export type ResumeResult = { jobs: number; deliveries: number; givenUp: number };

/**
 * Resumes work paused by a restore. `withoutSending` fails pending emails and deliveries instead.
 */
export function resumeAfterRestore(
  { db, clock }: CommandService,
  withoutSending: boolean,
): Promise<ResumeResult> {
  return db.write(async (trx) => {
    const accounts = new Set([
      ...(await listPausedAccounts(trx)),
      ...(await listAccountsWithPaused(trx)),
    ]);
    const action = withoutSending ? 'giveUpHeld' : 'releaseHeld';
    for (const id of accounts)
      await recordAction(trx, createOperatorActor(id), { action, target: id }, clock());
    const failed = withoutSending
      ? (await failPausedMails(trx, cancelledError)) +
        (await failPausedDeliveries(trx, cancelledError))
      : 0;
    const { count, kinds } = await resumeJobs(trx);
    const deliveries = await resumeDeliveries(trx);
    for (const kind of kinds) trx.onCommit.wake(kind);
    if (deliveries > 0) trx.onCommit.wake(eventsWork);
    return { jobs: count, deliveries, givenUp: failed };
  });
}

/** All or nothing. */
async function changeJobs(
  { db, clock }: CommandService,
  texts: readonly string[],
  action: OperatorAction,
  change: JobChange,
): Promise<number> {
  const ids = new Set(texts.map((text) => parseId(text, 'a job')));
  await db.write(async (trx) => {
    for (const id of ids) {
      const job = await change(trx, id);
      if (!job)
        throw createRefusal(`failed job ${id} not found. List failed jobs: insignia jobs list`);
      if (job.accountId)
        await recordAction(
          trx,
          createOperatorActor(job.accountId),
          { action, target: id },
          clock(),
        );
    }
  });
  return ids.size;
}

const pageSize = 500;

export async function listAllWebhooks(
  { db }: CommandService,
  isDisabled: boolean,
): Promise<AnyWebhook[]> {
  const all: AnyWebhook[] = [];
  for (;;) {
    const page = await listAnyWebhooks(db, isDisabled, all.at(-1)?.webhookId, pageSize);
    all.push(...page);
    if (page.length < pageSize) return all;
  }
}

/** Enables a webhook as its account would. Failed deliveries stay failed. */
export async function enableWebhook(service: CommandService, text: string) {
  const webhookId = parseId(text, 'an endpoint');
  const accountId = await findWebhookAccount(service.db, webhookId);
  if (!accountId)
    throw createRefusal(`endpoint ${text} not found. List endpoints: insignia webhooks list`);
  await reenableEndpoint(service, createOperatorActor(accountId), webhookId);
  service.db.signals.wake([eventsWork]);
  return { webhookId, active: true };
}
