import type { OperationId, Role } from '@insignia/contract';
import { operations, roles } from '@insignia/contract/calls';
import type { Client } from '@insignia/sdk';
import { createContext, useContext } from 'react';

export type Account = Awaited<ReturnType<Client['account']['get']>>;

/** The account that the address names, asked as whom, and what one may do in it. */
export type Here = {
  accountId: string;
  account: Account;
  api: Client;
  may: (operation: OperationId) => boolean;
};

export const HereContext = createContext<Here | undefined>(undefined);

export function useHere(): Here {
  const here = useContext(HereContext);
  if (!here) throw new Error('outside of an account');
  return here;
}

/** The role from which on one may do it. */
export function leastRole(id: OperationId): Role {
  const { access } = operations[id];
  return access === 'public' || access.who === 'person' ? 'viewer' : access.role;
}

/** By the same table as the service's own check: what one may not do is not offered. */
export function mayBy(role: Role): Here['may'] {
  return (id) => roles.indexOf(role) >= roles.indexOf(leastRole(id));
}
