import * as contract from '@insignia/contract';
import type { Scope } from '../../platform/http/index.ts';
import { type CorrectDeps, correctOne, renewOne } from './correct.ts';
import { listEditions } from './history.ts';

export function registerCorrections({ implement }: Scope, deps: CorrectDeps) {
  return implement(contract.correctionOperations, {
    correctAward: ({ params: { awardId: id }, body, who, once, assertMatches }) =>
      correctOne(deps, who, { id, fields: body, once: once(), assertMatches }, body),

    renewAward: ({ params: { awardId: id }, body, who, once, assertMatches }) =>
      renewOne(deps, who, { id, fields: body, once: once(), assertMatches }, body.expires),

    awardEditions: async ({ params: { awardId }, who: { accountId } }) => ({
      editions: await listEditions(deps.db, accountId, awardId),
    }),
  });
}
