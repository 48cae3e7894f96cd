import * as contract from '@insignia/contract';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import { computeEtag, joinEtags } from '../../platform/http/etag.ts';
import type { Implement, Scope } from '../../platform/http/index.ts';
import type { Exports } from '../../platform/limits/exports.ts';
import { isTracing } from '../../platform/tracing/index.ts';
import { readActivity } from '../events/index.ts';
import { type EraseDeps, eraseCredential } from './erase.ts';
import { exportCsv } from './export.ts';
import { readFilter } from './filter.ts';
import { type IssueDeps, issuedTotal, issueOne } from './issue.ts';
import { computeCorrectionEtag, toCredentialItem } from './item.ts';
import { countCredentials, findHolders, type ListDeps, listCredentials } from './list.ts';
import { revokeOne } from './revoke.ts';
import { formatCredentialDetails } from './rules.ts';
import { type CredentialRow, findCredential, findLastDelivery } from './store.ts';

type CredentialDeps = Omit<IssueDeps, 'issued' | 'isTraced'> &
  ListDeps &
  EraseDeps & { urls: Urls; exports: Exports };

export function registerCredentials({ implement }: Scope, deps: CredentialDeps) {
  return [credentialRoutes(implement, deps), credentialLifecycleRoutes(implement, deps)];
}

function credentialRoutes(implement: Implement, deps: CredentialDeps) {
  const { db, urls, clock } = deps;
  const issued = db.figures.counter(issuedTotal, { way: 'request' });
  const issuing = { ...deps, issued, isTraced: isTracing() };

  const item = (row: CredentialRow, accountId: string) =>
    toCredentialItem(row, { accountId, urls, now: clock() });

  return implement(
    { ...contract.credentialOperations, ...contract.holderOperations },
    {
      createAward: {
        handle: async ({ body, who, once }) => issueOne(issuing, who, body, once()),
        findErrors: (fields) => contract.findDateErrors(fields, clock().getTime()),
      },

      listAwards: async ({ query, who, reply }) => {
        const filter = readFilter(query.filter, reply);
        const { rows, ...more } = await listCredentials(deps, who, filter, query.lastEvaluatedKey);
        return { awards: rows.map((row) => item(row, who.accountId)), ...more };
      },

      countAwards: ({ query, who, reply }) =>
        countCredentials(deps, who, readFilter(query.filter, reply)),

      exportAwards: async ({ query, who, reply }) => {
        const filter = readFilter(query.filter, reply);
        reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', 'attachment; filename="credentials.csv"');
        return deps.exports.send(reply, who.accountId, () => exportCsv(db, deps, who, filter));
      },

      findHolders: async ({ params: { badgeId }, body, who }) => ({
        emails: await findHolders(db, who.accountId, badgeId, body.emails),
      }),

      getAward: async ({ params, who }) => {
        const row = await findCredential(db, who.accountId, params.awardId);
        if (!row) throw new Problem('credential_not_found');
        const { correctedAt } = row;
        const answer = {
          ...item(row, who.accountId),
          expires: row.expires?.toISOString() ?? null,
          revoked: row.revokedAt !== null,
          ...(row.revocationReason ? { revocationReason: row.revocationReason } : {}),
          ...(await findLastDelivery(db, row.id)),
          ...(correctedAt ? { correctedAt: correctedAt.toISOString() } : {}),
          ...formatCredentialDetails(row.credentialDetails),
        };
        return { answer, etag: joinEtags(computeCorrectionEtag(row), computeEtag(answer)) };
      },
    },
  );
}

/** Operations on issued credentials. */
function credentialLifecycleRoutes(implement: Implement, deps: CredentialDeps) {
  return implement(contract.lifecycleOperations, {
    revokeAward: async ({ params, body, who }) => {
      await revokeOne(deps, who, params.awardId, body.reason ?? '');
      return { revoked: true } as const;
    },

    deleteAward: async ({ params, who }) => {
      await eraseCredential(deps, who, params.awardId);
      return { deleted: true } as const;
    },

    awardEvents: async ({ params: { awardId }, who }) => {
      if (!(await findCredential(deps.db, who.accountId, awardId)))
        throw new Problem('credential_not_found');
      return { events: await readActivity(deps.db, who.accountId, awardId) };
    },
  });
}
