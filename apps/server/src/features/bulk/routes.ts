import * as contract from '@insignia/contract';
import { z } from 'zod';
import { readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Router } from '../../platform/http/index.ts';
import type { BulkDeps } from './deps.ts';
import { start } from './start.ts';
import { bulkJobById } from './store.ts';

const reply = z.object({ jobId: z.string() });
const refusals = ['credential_not_found'] as const;

/** Work on many credentials at once, as jobs with progress. */
export function bulkRoutes(route: Router, deps: BulkDeps): void {
  route(
    'revokeAwards',
    { body: contract.bulkRevoke, reply, envelope: true, errors: refusals },
    async ({ body, who, once }) => {
      return start(deps, who, 'revoke', body, once());
    },
  );

  route(
    'sendAwards',
    { body: contract.bulkSend, reply, envelope: true, errors: refusals },
    async ({ body, who, once }) => {
      return start(deps, who, 'send', body, once());
    },
  );

  route(
    'getJob',
    {
      params: z.object({ jobId: contract.idOrUrl }),
      reply: contract.bulkJob,
      envelope: true,
      errors: ['job_not_found'],
    },
    async ({ params, who }) => {
      const id = readId(params.jobId);
      const row = id && (await bulkJobById(deps.db, who.accountId, id));
      if (!row) throw new Problem('job_not_found');
      const { id: jobId, createdAt, finishedAt, ...rest } = row;
      return {
        ...rest,
        jobId,
        createdAt: createdAt.toISOString(),
        finishedAt: finishedAt?.toISOString() ?? null,
      };
    },
  );
}
