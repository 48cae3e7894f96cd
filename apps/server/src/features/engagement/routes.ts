import * as contract from '@insignia/contract';
import { z } from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import { newId, readId } from '../../kernel/id.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import { hmac } from '../../platform/crypto.ts';
import type { Database } from '../../platform/db/index.ts';
import { clientAddress, type Router } from '../../platform/http/index.ts';
import { networkOf, statsOf } from './rules.ts';
import { countsOf, isErased, recordEngagement } from './store.ts';

const byGuid = z.object({ awardGuid: contract.idOrUrl });

/** `clientKey` makes the hash under which a client is remembered for 24 hours. */
export type EngagementDeps = { db: Database; clock: Clock; clientKey: Buffer };

export function engagementRoutes(route: Router, { db, clock, clientKey }: EngagementDeps): void {
  const missing = async (id: string | undefined): Promise<Problem> =>
    new Problem(id && (await isErased(db, id)) ? 'credential_gone' : 'credential_not_found');

  route(
    'recordEngagement',
    {
      params: byGuid,
      body: contract.engagementEvent,
      reply: z.object({ recorded: z.boolean() }),
      envelope: true,
      errors: ['credential_not_found', 'credential_gone'],
    },
    async ({ params, body, request }) => {
      const id = readId(params.awardGuid);
      if (body.awardGuid !== undefined && readId(body.awardGuid) !== id)
        throw invalid('awardGuid', 'differs from the path');
      const client = hmac(clientKey, clientAddress(request)).subarray(0, 16);
      const wish = {
        kind: body.kind,
        network: networkOf(body),
        client,
        eventId: newId(),
        now: clock(),
      };
      const recorded = id ? await recordEngagement(db, { credentialId: id, ...wish }) : null;
      if (recorded === null) throw await missing(id);
      return { recorded };
    },
  );

  route(
    'awardStats',
    {
      params: byGuid,
      reply: z.object({ stats: contract.engagementStats }),
      envelope: true,
      errors: ['credential_not_found', 'credential_gone'],
    },
    async ({ params }) => {
      const id = readId(params.awardGuid);
      const counted = id && (await countsOf(db, id));
      if (!counted) throw await missing(id);
      return { stats: statsOf(counted) };
    },
  );
}
