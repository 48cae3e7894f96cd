import * as contract from '@insignia/contract';
import { Problem } from '../../kernel/problem.ts';
import type { Scope } from '../../platform/http/index.ts';
import { createPageScope } from '../../platform/pages/index.ts';
import { createRequest } from '../requests/index.ts';
import { findFoldedAddress, listMyCredentials } from './list.ts';
import { type MyPageDeps, myPages } from './pages.ts';

export function registerMy({ implement, within }: Scope, deps: MyPageDeps) {
  const { db, urls } = deps;
  within(createPageScope(urls.base), ({ app }) => myPages(app, deps));

  return implement(contract.myOperations, {
    listMyCredentials: async ({ query, who }) => {
      const { rows, ...more } = await listMyCredentials(deps, who, query);
      const items = rows.map((row) => ({
        id: urls.credential(row.id),
        badge: { name: row.badgeName, image: urls.image(row.imageCid) },
        issuer: { name: row.issuerName },
        recipient: { name: row.recipientName, email: row.recipientEmail },
        issuedOn: row.issuedOn.toISOString(),
        expires: row.expires?.toISOString() ?? null,
        status: row.status,
        page: urls.credentialPage(row.id),
        certificate: urls.pdf(row.id),
        openRequests: row.openRequests,
      }));
      return { items, ...more };
    },

    createRequest: async ({ params: { awardId }, body, who }) => {
      const address = await findFoldedAddress(db, who.personId);
      if (address === undefined) throw new Problem('credential_not_found');
      return createRequest(deps, { personId: who.personId, address }, awardId, body);
    },
  });
}
