import * as contract from '@insignia/contract';
import type { Scope } from '../../platform/http/index.ts';
import { type PageTokens, paginate } from '../../platform/http/page-tokens.ts';
import { computeRecipientId } from '../credentials/index.ts';
import { acceptRequest, type CloseDeps, declineRequest } from './requests.ts';
import { countOpenRequests, requestsPage } from './store.ts';

export { createRequest, type RequestDeps } from './requests.ts';
export { deleteEarlierRequests, deleteOwnRequests, listOwnRequests } from './store.ts';
export { erasedMailKind, requestMailKind } from './texts.ts';

type RouteDeps = CloseDeps & { cursors: PageTokens };

const pageSize = 50;

export function registerRequests({ implement }: Scope, deps: RouteDeps) {
  const { db, urls, cursors } = deps;

  return implement(contract.requestOperations, {
    listRequests: async ({ query: { state, lastEvaluatedKey }, who: { accountId } }) => {
      const list = paginate(cursors, 'requests', accountId, lastEvaluatedKey, pageSize);
      const { rows, ...more } = await list((lastId, limit) =>
        requestsPage(db, accountId, state, { lastId, limit }),
      );
      const items = rows.map(({ id, credentialId, createdAt, closedAt, ...row }) => ({
        ...{ requestId: id, kind: row.kind, state: row.state, message: row.message },
        ...{ name: row.name, email: row.email, reason: row.reason },
        award: {
          id: urls.credential(credentialId),
          badge: { name: row.badgeName },
          recipient: { name: row.recipientName, email: row.recipientEmail },
          recipientId: computeRecipientId(accountId, row.recipientAddress),
        },
        requester: row.requester && {
          recipientId: computeRecipientId(accountId, contract.fold(row.requester.address)),
          email: row.requester.email,
        },
        createdAt: createdAt.toISOString(),
        closedAt: closedAt?.toISOString() ?? null,
      }));
      const open = await countOpenRequests(db, accountId, contract.MAX_COUNTED_REQUESTS);
      return { items, open, ...more };
    },

    acceptRequest: async ({ params: { requestId }, who }) => {
      const { credentialId, ...accepted } = await acceptRequest(deps, who, requestId);
      return { requestId, ...accepted, awardId: urls.credential(credentialId) };
    },

    declineRequest: async ({ params: { requestId }, body: { reason }, who }) => {
      await declineRequest(deps, who, requestId, reason);
      return { requestId, state: 'declined' } as const;
    },
  });
}
