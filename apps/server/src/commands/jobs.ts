import type { OperatorAct } from '@insignia/contract';
import { operatorOf, recordAct } from '../features/audit/index.ts';
import { eventsWork } from '../features/events/index.ts';
import {
  accountsWithHeld,
  giveUpHeldDeliveries,
  releaseDeliveries,
} from '../features/webhooks/index.ts';
import { causesWork, type Trx } from '../platform/db/index.ts';
import { accountsHeld, deadJobs, dropDead, releaseJobs, revive } from '../platform/jobs/index.ts';
import { giveUpHeldMails } from '../platform/mail/index.ts';
import { refused } from './fault.ts';
import { idOf } from './ids.ts';
import type { Service } from './service.ts';

const most = 1_000;

export function listDeadJobs({ db }: Service) {
  return deadJobs(db, most);
}

type Change = (
  trx: Trx,
  id: string,
) => Promise<{ kind: string; accountId: string | null } | undefined>;

/** Makes dead jobs due now, with all attempts. */
export async function retryJobs(service: Service, ids: readonly string[]) {
  const retry: Change = async (trx, id) => {
    const job = await revive(trx, id);
    if (job) causesWork(trx, job.kind);
    return job;
  };
  return { retried: await changeJobs(service, ids, 'retryJob', retry) };
}

export async function dropJobs(service: Service, ids: readonly string[]) {
  return { dropped: await changeJobs(service, ids, 'dropJob', dropDead) };
}

const givenUp = 'given up after a restore';

export type Released = { jobs: number; deliveries: number; givenUp: number };

/**
 * Resumes work paused by a restore. `withoutSending` fails pending emails and deliveries instead.
 */
export function releaseHeld({ db, clock }: Service, withoutSending: boolean): Promise<Released> {
  return db.transaction().execute(async (trx) => {
    const accounts = new Set([...(await accountsHeld(trx)), ...(await accountsWithHeld(trx))]);
    const action = withoutSending ? 'giveUpHeld' : 'releaseHeld';
    for (const id of accounts)
      await recordAct(trx, operatorOf(id), { action, target: id }, clock());
    const failed = withoutSending
      ? (await giveUpHeldMails(trx, givenUp)) + (await giveUpHeldDeliveries(trx, givenUp))
      : 0;
    const { count, kinds } = await releaseJobs(trx);
    const deliveries = await releaseDeliveries(trx);
    for (const kind of kinds) causesWork(trx, kind);
    if (deliveries > 0) causesWork(trx, eventsWork);
    return { jobs: count, deliveries, givenUp: failed };
  });
}

/** All or nothing. */
async function changeJobs(
  { db, clock }: Service,
  texts: readonly string[],
  action: OperatorAct,
  change: Change,
): Promise<number> {
  const ids = new Set(texts.map((text) => idOf(text, 'a job')));
  await db.transaction().execute(async (trx) => {
    for (const id of ids) {
      const job = await change(trx, id);
      if (!job) throw refused(`there is no dead job ${id}: insignia jobs list`);
      if (job.accountId)
        await recordAct(trx, operatorOf(job.accountId), { action, target: id }, clock());
    }
  });
  return ids.size;
}
