import * as contract from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId, readId } from '../../kernel/id.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import {
  type IdempotencyKey,
  type IdempotentReply,
  runIdempotent,
} from '../../platform/http/idempotency.ts';
import type { Scope } from '../../platform/http/index.ts';
import { enqueue } from '../../platform/jobs/index.ts';
import type { TakeMails } from '../accounts/index.ts';
import { recordAction } from '../audit/index.ts';
import { findCriteria } from '../credentials/index.ts';
import { lockIssuerBadges } from '../issuers/index.ts';
import {
  type BulkSelection,
  bulkKind,
  type EditionSource,
  eraseAddressKind,
  findBulkJob,
  hasImport,
  insertBatches,
  insertBulkJob,
  insertImportBatches,
  insertOutdated,
  isReplacedAddress,
  readNewEdition,
  selectAddress,
  selectMatching,
  setBulkTotal,
  updateKind,
} from './store.ts';

export { registerBulkWork } from './work.ts';

type BulkDeps = { db: Database; clock: Clock; takeMails: TakeMails };

export function registerBulk({ implement }: Scope, deps: BulkDeps) {
  return implement(contract.bulkOperations, {
    revokeAwards: async ({ body, who, once }) => {
      const { awardIds: ids, ...rest } = body;
      return startBulkJob(deps, who, 'revoke', { ids, ...rest, body }, once());
    },

    sendAwards: async ({ body, who, once }) => {
      const { awardIds: ids, onEmailed, ...rest } = body;
      const skipsEmailed = onEmailed === 'skip';
      return startBulkJob(deps, who, 'send', { ids, skipsEmailed, ...rest, body }, once());
    },

    getJob: async ({ params, who }) => {
      const row = await findBulkJob(deps.db, who.accountId, params.jobId);
      if (!row) throw new Problem('job_not_found');
      const { id: jobId, createdAt, finishedAt, ...rest } = row;
      return {
        ...rest,
        jobId,
        createdAt: createdAt.toISOString(),
        finishedAt: finishedAt?.toISOString() ?? null,
      };
    },
  });
}

type Input = {
  ids?: string[] | undefined;
  filter?: contract.CredentialFilter | undefined;
  all?: true | undefined;
  importId?: string | undefined;
  skipsEmailed?: boolean;
  reason?: string | undefined;
  /** As sent, for the audit log. */
  body: object;
};
const auditActions = {
  revoke: 'revokeAwards',
  send: 'sendAwards',
  erase: 'eraseRecipient',
} as const;

/** Accepts the job with its credentials. The job doesn't affect credentials issued later. */
async function startBulkJob(
  { db, clock, takeMails }: BulkDeps,
  who: Caller,
  action: 'revoke' | 'send',
  input: Input,
  once: IdempotencyKey | undefined,
): Promise<IdempotentReply<{ jobId: string }>> {
  const ids = input.ids && [...new Set(input.ids.map(parseCredentialId))];
  const importId = input.importId === undefined ? undefined : readId(input.importId);
  if (input.importId !== undefined && !importId) throw new Problem('import_not_found');
  const selection = await readSelection(db, who.accountId, input, ids);
  const id = newId();
  const now = clock();
  return runIdempotent(db, who.accountId, once, now, async (trx) => {
    const { accountId, personId, keyId = null } = who;
    const { reason = '', skipsEmailed = false } = input;
    const state = selection.criteria?.state;
    const job = { id, accountId, action, state, reason, skipsEmailed, personId, keyId, now };
    await insertBulkJob(trx, job);
    const found = importId
      ? await selectImported(trx, id, accountId, importId)
      : await insertBatches(trx, id, selectMatching(accountId, selection, now));
    const { total } = found;
    if (ids && total < ids.length) throw new Problem('credential_not_found');
    const mails = skipsEmailed ? found.notEmailed : total;
    if (action === 'send' && mails > 0) await takeMails(trx, who, mails);
    await setBulkTotal(trx, id, found);
    await enqueue(trx, bulkKind, { jobId: id }, { accountId });
    await recordAction(
      trx,
      who,
      { action: auditActions[action], target: id, fields: input.body },
      now,
    );
    return { jobId: id };
  });
}

/**
 * Accepts a job that erases all credentials of a folded address. The job also removes the address
 * from the history of other credentials and from courses, which have learners without credentials.
 * Returns its id.
 */
export async function startErasing(
  { db, clock }: Pick<BulkDeps, 'db' | 'clock'>,
  who: Caller,
  address: string,
  isLearner: boolean,
): Promise<string> {
  const id = newId();
  const now = clock();
  const { accountId, personId, keyId = null } = who;
  return db.write(async (trx) => {
    const job = { action: 'erase', state: undefined, reason: '', skipsEmailed: false } as const;
    const found = selectAddress(accountId, address);
    await insertBulkJob(trx, { id, accountId, ...job, address, personId, keyId, now });
    const { total, badgeId } = await insertBatches(trx, id, found);
    if (total === 0 && !isLearner && !(await isReplacedAddress(trx, accountId, address)))
      throw new Problem('recipient_not_found');
    await setBulkTotal(trx, id, { total, badgeId });
    await enqueue(trx, eraseAddressKind, { jobId: id }, { accountId });
    await recordAction(trx, who, { action: auditActions.erase, target: id }, now);
    return id;
  });
}

async function selectImported(trx: Trx, jobId: string, accountId: string, importId: string) {
  if (!(await hasImport(trx, accountId, importId))) throw new Problem('import_not_found');
  return insertImportBatches(trx, jobId, accountId, importId);
}

function parseCredentialId(text: string): string {
  const id = readId(text);
  if (!id) throw new Problem('credential_not_found');
  return id;
}

async function readSelection(
  db: Database,
  accountId: string,
  { filter, all }: Input,
  ids: string[] | undefined,
): Promise<BulkSelection> {
  if (all) return { criteria: { all }, ids: null };
  if (!filter) return { criteria: null, ids: ids ?? null };
  // Characters that folding removes would leave an empty search, which matches everything.
  if (filter.search !== undefined && contract.foldSearch(filter.search) === '')
    throw invalid('filter.search', 'must have a letter, digit or symbol to search for');
  const criteria = await findCriteria(db, accountId, filter);
  // A filter by an invalid id matches nothing.
  return criteria ? { criteria, ids: null } : { criteria: null, ids: [] };
}

/**
 * Accepts a job that gives the unrevoked credentials of a badge or an issuer its current edition.
 * The caller has locked the badge or issuer.
 */
export async function startUpdateJob(
  trx: Trx,
  who: Caller,
  source: EditionSource,
  now: Date,
): Promise<string> {
  const { accountId, personId, keyId = null } = who;
  const id = newId();
  if ('issuerId' in source) await lockIssuerBadges(trx, source.issuerId);
  const edition = await readNewEdition(trx, source);
  const job = { id, accountId, personId, keyId, reason: '', skipsEmailed: false, now };
  await insertBulkJob(trx, { ...job, action: 'update', state: undefined, edition });
  const found = await insertOutdated(trx, { id, accountId }, source, edition);
  await setBulkTotal(trx, id, found);
  await enqueue(trx, updateKind, { jobId: id }, { accountId });
  return id;
}
