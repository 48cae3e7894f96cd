import type { OperationId, Role } from '@insignia/contract';
import { operationSummaries, roleRanks } from '@insignia/contract/calls';
import type { Client } from '@insignia/sdk';
import { createContext, useContext } from 'react';

export type Account = Awaited<ReturnType<Client['account']['get']>>;

/** The account in the URL, with its API client and permissions. */
export type AccountContextValue = {
  accountId: string;
  account: Account;
  api: Client;
  may: (operation: OperationId) => boolean;
};

export const AccountContext = createContext<AccountContextValue | undefined>(undefined);

export function useAccount(): AccountContextValue {
  const here = useContext(AccountContext);
  if (!here) throw new Error('outside of an account');
  return here;
}

export function getRequiredRole(id: OperationId): Role {
  const { access } = operationSummaries[id];
  return access === 'public' || access.who === 'person' ? 'viewer' : access.role;
}

/** Permissions from the same table as the server's check. */
export function createPermissionCheck(role: Role): AccountContextValue['may'] {
  return (id) => roleRanks[role] >= roleRanks[getRequiredRole(id)];
}
