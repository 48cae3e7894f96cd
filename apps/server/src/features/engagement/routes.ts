import * as contract from '@insignia/contract';
import { newId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import { hmac } from '../../platform/crypto.ts';
import { clientAddress, type Implement } from '../../platform/http/index.ts';
import type { EngagementDeps } from './deps.ts';
import { countedNetwork, summarizeCounts } from './rules.ts';
import { isCredentialErased, readCounts, recordEngagement } from './store.ts';

export function engagementRoutes(implement: Implement, { db, clock, clientKeys }: EngagementDeps) {
  const missing = async (id: string): Promise<Problem> =>
    new Problem((await isCredentialErased(db, id)) ? 'credential_gone' : 'credential_not_found');

  return implement(contract.engagementOperations, {
    recordEngagement: async ({ params: { awardGuid }, body, request }) => {
      const recorded = await recordEngagement(db, {
        credentialId: awardGuid,
        kind: body.kind,
        network: countedNetwork(body),
        client: hmac(clientKeys.present(), clientAddress(request)).subarray(0, 16),
        eventId: newId(),
        now: clock(),
      });
      if (recorded === null) throw await missing(awardGuid);
      return { recorded };
    },

    awardStats: async ({ params: { awardGuid } }) => {
      const counted = await readCounts(db, awardGuid);
      if (!counted) throw await missing(awardGuid);
      return { stats: summarizeCounts(counted) };
    },
  });
}
