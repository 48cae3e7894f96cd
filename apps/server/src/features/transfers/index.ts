import * as contract from '@insignia/contract';
import { toAddressKey } from '../../kernel/address-key.ts';
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

export { transferMailKind } from './emails.ts';
export { moveIssuer } from './move.ts';
export { hasOpenTransfer, isAccountMoving, lockAccounts, tidyTransfers } from './store.ts';
export { registerTransfersWork } from './work.ts';

export function registerTransfers({ implement }: Scope, deps: TransferDeps) {
  const { db, urls, clock } = deps;
  return implement(contract.transferOperations, {
    offerIssuer: async ({ params: { issuerId }, body: { email }, who: caller }) => {
      const offer = await offerIssuer(deps, caller, issuerId, email);
      return toReply(urls, { accountId: caller.accountId, addresses: [] }, offer, clock());
    },

    listTransfers: async ({ who: caller }) => {
      const { accountId } = caller;
      const addresses = await findOwnerAddresses(db, caller);
      const rows = await listTransfers(db, accountId, addresses);
      const now = clock();
      return { items: rows.map((row) => toReply(urls, { accountId, addresses }, row, now)) };
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

/** Leaves out addresses of offers to this account's owner, except `addresses`. */
function toReply(
  urls: Urls,
  { accountId, addresses }: { accountId: string; addresses: string[] },
  row: ListedTransfer,
  now: Date,
): contract.OperationPayload<typeof contract.offerIssuer> {
  const state = computeTransferState(row.state, row.expiresAt.getTime(), now.getTime());
  const closedAt = state === 'expired' ? row.expiresAt : row.closedAt;
  const isOutgoing = row.fromAccountId === accountId;
  const isShown = isOutgoing || addresses.includes(toAddressKey(row.email ?? ''));
  return {
    transferId: row.id,
    direction: isOutgoing ? 'outgoing' : 'incoming',
    state,
    issuer: { id: urls.issuer(row.issuerId), name: row.name },
    ...{ account: row.account, email: isShown ? row.email : null, reason: row.reason },
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
  };
}
