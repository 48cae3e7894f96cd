import {
  type createWebhook,
  type OperationBody,
  type OperationPayload,
  webhookEvents,
  webhookLimits,
} from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import { type Database, maintainPartitions, type Trx } from '../../platform/db/index.ts';
import {
  type IdempotencyKey,
  type IdempotentReply,
  runIdempotent,
} from '../../platform/http/idempotency.ts';
import { enqueue, type Job, type JobHandlers, runInSlices } from '../../platform/jobs/index.ts';
import { iterateSealed, type SealedRows, type Sealer } from '../../platform/secrets/index.ts';
import { type Actor, recordAction } from '../audit/index.ts';
import { deleteDeliveriesBefore, deleteLogBatch, hasWaitingDeliveries } from './log-store.ts';
import { deliveryRetentionMs, secretOverlapMs } from './rules.ts';
import { createSecret } from './sign.ts';
import {
  enableStoredEndpoint,
  findSecret,
  insertWebhook,
  lockAndCountEndpoints,
  lockWebhook,
  markEndpointDeleted,
  readCurrentSecretsAfter,
  readSecretsAfter,
  replaceSecret,
  saveSecrets,
} from './store.ts';

export type EndpointDeps = {
  db: Database;
  clock: Clock;
  sealer: Sealer;
  /** Reason why a URL can't be registered. */
  refuseUrl: (url: string) => string | undefined;
};

export async function createEndpoint(
  { db, clock, sealer, refuseUrl }: EndpointDeps,
  who: Caller,
  input: OperationBody<typeof createWebhook>,
  once: IdempotencyKey | undefined,
): Promise<IdempotentReply<OperationPayload<typeof createWebhook>>> {
  const refusal = refuseUrl(input.url);
  if (refusal) throw invalid('url', refusal);
  const events = chooseEvents(input.events);
  const id = newId();
  const secret = createSecret();
  const { accountId } = who;
  const { answer, replayed } = await runIdempotent(db, accountId, once, clock(), async (trx) => {
    if ((await lockAndCountEndpoints(trx, accountId)) >= webhookLimits[who.plan])
      throw new Problem('webhook_limit_reached');
    const row = {
      id,
      accountId,
      url: input.url,
      events,
      secret: await sealer.seal(trx, secret),
      now: clock(),
    };
    await insertWebhook(trx, row);
    await recordAction(trx, who, { action: 'createWebhook', target: id, fields: input }, clock());
    return { id, url: input.url, events };
  });
  if (!replayed) return { answer: { ...answer, secret }, replayed };
  // Stored replies contain no secret.
  const sealed = await findSecret(db, accountId, answer.id);
  if (!sealed) throw new Problem('webhook_not_found');
  return { answer: { ...answer, secret: sealer.open(sealed) }, replayed };
}

/** `*` makes the names of events redundant that it includes. */
function chooseEvents(events: readonly string[] = ['*']): string[] {
  const isIncluded = (name: string) => (webhookEvents as readonly string[]).includes(name);
  const names = events.includes('*') ? events.filter((name) => !isIncluded(name)) : events;
  return [...new Set(names)];
}

type ChangeDeps = Pick<EndpointDeps, 'db' | 'clock'>;

export function deleteEndpoint(deps: ChangeDeps, who: Caller, id: string): Promise<void> {
  return changeEndpoint(deps, who, id, 'deleteWebhook', async (trx) => {
    await markEndpointDeleted(trx, id, deps.clock());
    await enqueueLogDeletion(trx, who.accountId, id);
  });
}

export function reenableEndpoint(deps: ChangeDeps, who: Actor, id: string): Promise<void> {
  return changeEndpoint(deps, who, id, 'enableWebhook', (trx) => enableStoredEndpoint(trx, id));
}

/** The old secret also signs for `secretOverlapMs`. */
export function rotateEndpointSecret(
  deps: Omit<EndpointDeps, 'refuseUrl'>,
  who: Caller,
  id: string,
): Promise<string> {
  return changeEndpoint(deps, who, id, 'rotateWebhookSecret', async (trx) => {
    const secret = createSecret();
    const until = new Date(deps.clock().getTime() + secretOverlapMs);
    await replaceSecret(trx, id, await deps.sealer.seal(trx, secret), until);
    return secret;
  });
}

async function changeEndpoint<T>(
  { db, clock }: ChangeDeps,
  who: Actor,
  id: string,
  action: 'deleteWebhook' | 'enableWebhook' | 'rotateWebhookSecret',
  act: (trx: Trx) => Promise<T>,
): Promise<T> {
  return db.write(async (trx) => {
    if (!(await lockWebhook(trx, who.accountId, id))) throw new Problem('webhook_not_found');
    const result = await act(trx);
    await recordAction(trx, who, { action, target: id }, clock());
    return result;
  });
}

/** Secrets that sign deliveries, to encrypt again under a new SECRET. */
export const webhookSecrets: SealedRows = {
  purpose: 'webhook secrets',
  next: async (trx, after, limit) => {
    const rows = await readSecretsAfter(trx, after, limit);
    return rows.map(({ id, secret, previous }) => ({ id, sealed: [secret, previous] }));
  },
  set: (trx, { id, sealed: [secret, previous = null] }) =>
    saveSecrets(trx, id, secret as Buffer, previous),
};

/** Endpoints whose secret was encrypted with a lost SECRET. */
export async function countLostSecrets(db: Database, sealer: Sealer): Promise<number> {
  let lost = 0;
  const all = iterateSealed((after, limit) => readCurrentSecretsAfter(db, after, limit));
  for await (const { secret } of all) if (sealer.readMark(secret) === undefined) lost += 1;
  return lost;
}

const kind = 'webhook-log';
// More than a month of hourly attempts: deletion must succeed.
const MAX_ATTEMPTS = 1_000;
const BATCH_SIZE = 1_000;

/** Deletes the log of a deleted endpoint in the background. */
async function enqueueLogDeletion(trx: Trx, accountId: string, webhookId: string): Promise<void> {
  await enqueue(trx, kind, { webhookId }, { accountId, maxAttempts: MAX_ATTEMPTS });
}

/** Each batch is a transaction, so that locks are short. */
export function createLogHandlers(db: Database): JobHandlers {
  return {
    [kind]: ({ payload }: Job<{ webhookId: string }>) =>
      runInSlices(() => db.write((trx) => deleteLogBatch(trx, payload.webhookId, BATCH_SIZE))),
  };
}

export function maintainDeliveryLog(trx: Trx, now: Date): Promise<'again' | undefined> {
  return maintainPartitions(
    trx,
    {
      table: 'deliveries',
      retentionMs: deliveryRetentionMs,
      isNeeded: hasWaitingDeliveries,
      dropRows: deleteDeliveriesBefore,
      // Leaves space for the result, which is written later.
      fillfactor: 50,
    },
    now,
  );
}
