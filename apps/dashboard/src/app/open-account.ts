import { pagePaths } from '@insignia/contract/paths';
import { InsigniaError } from '@insignia/sdk';
import { QueryClient, queryOptions } from '@tanstack/react-query';
import { eraseDrafts } from '../features/imports/work/drafts.ts';
import type { Account } from '../shared/account.ts';
import { clearBrowser, clearTab, onBrowserCleared } from '../shared/clear-browser.ts';
import { createAccountClient, signInAddress } from '../shared/connection.ts';
import { asksForLongWait, isSignedOut, isTransient } from '../shared/problem.ts';
import { userQuery } from '../shared/queries.ts';

const lastAccountKey = 'insignia.account';
const userKey = 'insignia.person';
/** The user this page was opened for. */
let userId: string | undefined;

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
    // Recipients may have signed in to see their own credentials only.
    if (error instanceof InsigniaError && error.code === 'account_required') {
      location.replace(pagePaths.my);
      return new Promise(() => {});
    }
    if (!isSignedOut(error)) throw error;
    location.replace(signInAddress());
    return new Promise(() => {});
  }
}

export function rememberAccount(accountId: string): void {
  localStorage.setItem(lastAccountKey, accountId);
}

/** Account for `/app/`: the last one used, if the user still belongs to it. */
export function chooseAccountToOpen({ accountId, accounts }: Account): string {
  const last = localStorage.getItem(lastAccountKey);
  return accounts.some((one) => one.accountId === last) && last !== null ? last : accountId;
}

onBrowserCleared(eraseDrafts);

/** Removes data that another user left in this browser. Must run before anything is stored. */
async function claimBrowserFor(id: string): Promise<void> {
  // A clear and a write would look like a sign-out to other tabs, so the key is kept.
  if (localStorage.getItem(userKey) !== id) await clearBrowser(userKey);
  localStorage.setItem(userKey, id);
  userId = id;
}

/** Leaves the page when another tab signs out or switches users. */
async function leaveIfUserChanged(): Promise<void> {
  const now = localStorage.getItem(userKey);
  if (userId === undefined || now === userId) return;
  userId = undefined;
  // If another user signed in, local storage is already theirs.
  if (now === null) await clearBrowser();
  else clearTab();
  location.replace(now === null ? pagePaths.signIn : pagePaths.dashboard);
}

addEventListener('storage', ({ key }) => key === userKey && void leaveIfUserChanged());
// A page restored from the back/forward cache missed the events.
addEventListener('pageshow', ({ persisted }) => persisted && void leaveIfUserChanged());

const firstWaitMs = 500;
const MAX_WAIT_MS = 15_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Retry even if the browser believes that it is offline. It is often wrong.
      networkMode: 'always',
      staleTime: 10_000,
      // Transient errors are retried until they pass. The screen shows a notice meanwhile.
      retry: (_count, error) => isTransient(error) && !asksForLongWait(error),
      retryDelay: (count) => Math.min(firstWaitMs * 2 ** count, MAX_WAIT_MS),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
