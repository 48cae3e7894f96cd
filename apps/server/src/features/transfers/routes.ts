import type { OperationPayload } from '@insignia/contract';
import * as contract from '@insignia/contract';
import type { Urls } from '../../kernel/urls.ts';
import type { Scope } from '../../platform/http/index.ts';
import { findOwnerAddresses } from '../people/index.ts';
import { computeTransferState } from './rules.ts';
import { type ListedTransfer, listTransfers } from './store.ts';
import {
  acceptTransfer,
  cancelTransfer,
  declineTransfer,
  offerIssuer,
  type TransferDeps,
} from './transfers.ts';

export function registerTransfers({ implement }: Scope, deps: TransferDeps) {
  const { db, urls, clock } = deps;
  return implement(contract.transferOperations, {
    offerIssuer: async ({ params: { issuerId }, body: { email }, who }) =>
      toReply(urls, who.accountId, await offerIssuer(deps, who, issuerId, email), clock()),

    listTransfers: async ({ who: { accountId } }) => {
      const rows = await listTransfers(db, accountId, await findOwnerAddresses(db, accountId));
      const now = clock();
      return { items: rows.map((row) => toReply(urls, accountId, row, now)) };
    },

    acceptTransfer: async ({ params: { transferId }, who }) => {
      await acceptTransfer(deps, who, transferId);
      return { transferId, state: 'accepted' } as const;
    },

    declineTransfer: async ({ params: { transferId }, who }) => {
      await declineTransfer(deps, who, transferId);
      return { transferId, state: 'declined' } as const;
    },

    cancelTransfer: async ({ params: { transferId }, who }) => {
      await cancelTransfer(deps, who, transferId);
      return { transferId, state: 'cancelled' } as const;
    },
  });
}

function toReply(
  urls: Urls,
  accountId: string,
  row: ListedTransfer,
  now: Date,
): OperationPayload<typeof contract.offerIssuer> {
  const state = computeTransferState(row.state, row.expiresAt.getTime(), now.getTime());
  const closedAt = state === 'expired' ? row.expiresAt : row.closedAt;
  return {
    transferId: row.id,
    direction: row.fromAccountId === accountId ? 'outgoing' : 'incoming',
    state,
    issuer: { id: urls.issuer(row.issuerId), name: row.name },
    ...{ account: row.account, email: row.email, reason: row.reason },
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
  };
}
