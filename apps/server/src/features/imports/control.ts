import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { enqueue } from '../../platform/jobs/index.ts';
import { recordAction } from '../audit/index.ts';
import type { ImportDeps } from './deps.ts';
import { decideImportStatus } from './rules.ts';
import { lockImportStatus, setImportStatus } from './store.ts';

const actions = { pause: 'pauseImport', resume: 'resumeImport', cancel: 'cancelImport' } as const;

/** Takes effect between batches: waits for the current one. */
export async function controlImport(
  { db, clock }: ImportDeps,
  who: Caller,
  id: string,
  order: 'pause' | 'resume' | 'cancel',
): Promise<void> {
  await db.write(async (trx) => {
    const status = await lockImportStatus(trx, who.accountId, id);
    if (!status) throw new Problem('import_not_found');
    const decision = decideImportStatus(order, status);
    if ('refuse' in decision) throw new Problem(decision.refuse);
    if (decision.status === status) return;
    await setImportStatus(trx, id, decision.status, clock());
    if (decision.starts)
      await enqueue(trx, 'import', { importId: id }, { accountId: who.accountId });
    await recordAction(trx, who, { action: actions[order], target: id }, clock());
  });
}
