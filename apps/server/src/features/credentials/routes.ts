import * as contract from '@insignia/contract';
import { Problem } from '../../kernel/problem.ts';
import type { Implement } from '../../platform/http/index.ts';
import type { CredentialDeps } from './deps.ts';
import { exportCsv } from './export.ts';
import { readFilter } from './filter.ts';
import { findHolders } from './holders.ts';
import { issueOne } from './issue.ts';
import { countCredentials, listCredentials } from './list.ts';
import { computeCredentialStatus, formatCredentialDetails } from './rules.ts';
import { type CredentialRow, findCredential, findLastDelivery } from './store.ts';

export function credentialRoutes(implement: Implement, deps: CredentialDeps) {
  const { db, urls, clock } = deps;

  const item = (row: CredentialRow) => ({
    id: urls.credential(row.id),
    badge: { id: urls.badge(row.badgeId), name: row.badgeName, image: urls.image(row.imageCid) },
    recipient: { name: row.recipientName, email: row.recipientEmail },
    issuedOn: row.issuedOn.toISOString(),
    timestamp: row.createdAt.toISOString(),
    state: computeCredentialStatus(row, clock().getTime()),
  });

  return implement(
    { ...contract.credentialOperations, ...contract.holderOperations },
    {
      createAward: {
        handle: async ({ body, who, once }) =>
          issueOne(deps, who, body, once(), (id) => ({ awardId: urls.credential(id) })),
        faults: (fields) => {
          const dates = contract.credentialDates(fields, clock().getTime());
          return Array.isArray(dates) ? dates : [];
        },
      },

      listAwards: async ({ query, who, reply }) => {
        const filter = readFilter(query.filter, reply);
        const { rows, ...more } = await listCredentials(deps, who, filter, query.lastEvaluatedKey);
        return { awards: rows.map(item), ...more };
      },

      countAwards: ({ query, who, reply }) =>
        countCredentials(deps, who, readFilter(query.filter, reply)),

      exportAwards: async ({ query, who, reply }) => {
        const filter = readFilter(query.filter, reply);
        reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', 'attachment; filename="credentials.csv"');
        return deps.exports.send(reply, who.accountId, () => exportCsv(deps, who, filter));
      },

      findHolders: async ({ params: { badgeId }, body, who }) => ({
        emails: await findHolders(db, who.accountId, badgeId, body.emails),
      }),

      getAward: async ({ params, who }) => {
        const row = await findCredential(db, who.accountId, params.awardId);
        if (!row) throw new Problem('credential_not_found');
        return {
          ...item(row),
          expires: row.expires?.toISOString() ?? null,
          revoked: row.revokedAt !== null,
          ...(row.revocationReason ? { revocationReason: row.revocationReason } : {}),
          ...(await findLastDelivery(db, row.id)),
          ...formatCredentialDetails(row.said),
        };
      },
    },
  );
}
