import * as contract from '@insignia/contract';
import { Problem } from '../../kernel/problem.ts';
import type { Scope } from '../../platform/http/index.ts';
import type { BulkDeps } from './deps.ts';
import { startBulkJob } from './start.ts';
import { findBulkJob } from './store.ts';

export function registerBulk({ implement }: Scope, deps: BulkDeps) {
  return implement(contract.bulkOperations, {
    revokeAwards: async ({ body, who, once }) => {
      const { awardIds: ids, ...rest } = body;
      return startBulkJob(deps, who, 'revoke', { ids, ...rest, given: body }, once());
    },

    sendAwards: async ({ body, who, once }) => {
      const { awardIds: ids, ...rest } = body;
      return startBulkJob(deps, who, 'send', { ids, ...rest, given: body }, once());
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
