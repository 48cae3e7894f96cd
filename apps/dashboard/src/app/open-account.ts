import { InsigniaError } from '@insignia/sdk';
import { queryOptions } from '@tanstack/react-query';
import type { Account } from '../shared/account.ts';
import { createAccountClient } from '../shared/client.ts';
import { signInAddress } from '../shared/connection.ts';
import { userQuery } from '../shared/queries.ts';
import { claimBrowserFor } from './browser-user.ts';
import { queryClient } from './query-client.ts';

const lastPlace = 'insignia.account';

/** An account with plan, usage and role. Without an id, the user's own. */
export const accountQuery = (accountId?: string) =>
  queryOptions({
    queryKey: [accountId ?? 'own', 'account'],
    queryFn: ({ signal }) => createAccountClient(accountId).account.get({}, { signal }),
  });

/** Loads the account, or redirects to sign-in and back. */
export async function openAccount(accountId?: string): Promise<Account> {
  try {
    const [account, { id }] = await Promise.all([
      queryClient.ensureQueryData(accountQuery(accountId)),
      queryClient.ensureQueryData(userQuery),
    ]);
    await claimBrowserFor(id);
    return account;
  } catch (error) {
    if (!(error instanceof InsigniaError) || error.status !== 401) throw error;
    location.replace(signInAddress());
    return new Promise(() => {});
  }
}

export function rememberAccount(accountId: string): void {
  localStorage.setItem(lastPlace, accountId);
}

/** Account for `/app/`: the last one used, if the user still belongs to it. */
export function chooseAccountToOpen({ accountId, accounts }: Account): string {
  const last = localStorage.getItem(lastPlace);
  return accounts.some((one) => one.accountId === last) && last !== null ? last : accountId;
}
