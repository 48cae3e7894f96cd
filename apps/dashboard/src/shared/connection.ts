import { pagePaths, withQuery } from '@insignia/contract/paths';
import { type Client, createClient } from '@insignia/sdk';
import { createObservable } from './observable.ts';

/**
 * `offline`: this device has no network. `unreachable`: the device has a network, but the service
 * doesn't respond. `busy`: the service responds that something behind it is unavailable.
 */
export const connection = createObservable<'fine' | 'offline' | 'unreachable' | 'busy'>('fine');
/** True if the service doesn't respond, for any reason. */
export const useNoAnswer = (): boolean => ['offline', 'unreachable'].includes(connection.use());
export const sessionEnded = createObservable(false);
/** The open account, if it was deleted or the user removed. */
export const removedAccount = createObservable<string | undefined>(undefined);
/** Number of permission errors: the role may have changed. */
export const forbiddenCount = createObservable(0);

const unavailableStatuses = new Set([502, 503, 504]);

/** `fetch` that records the connection's state. */
const fetchWithStatus: typeof fetch = async (input, init) => {
  try {
    const answer = await fetch(input, init);
    if (answer.status === 401) sessionEnded.set(true);
    connection.set(unavailableStatuses.has(answer.status) ? 'busy' : 'fine');
    return answer;
  } catch (error) {
    if (!init?.signal?.aborted) connection.set(navigator.onLine ? 'unreachable' : 'offline');
    throw error;
  }
};

/** Client as the signed-in user, optionally for an account. */
export function createAccountClient(accountId?: string): Client {
  return createClient({
    baseUrl: location.origin,
    session: true,
    fetch: accountId === undefined ? fetchWithStatus : createFetch(accountId),
    // Only the query client retries, so that the screen shows it.
    attempts: 1,
    ...(accountId === undefined ? {} : { accountId }),
  });
}

/** Errors that a different sign-in resolves. They don't mean that the user's role has changed. */
const sessionCodes: unknown[] = ['own_sign_in_required', 'sso_required', 'second_factor_required'];

/** Notices when the account is no longer accessible. */
function createFetch(accountId: string): typeof fetch {
  return async (input, init) => {
    const answer = await fetchWithStatus(input, init);
    // `GET /account` gets the same code, so asking for the role again would never end.
    if (answer.status === 403 && !sessionCodes.includes(await getErrorCode(answer)))
      forbiddenCount.set(forbiddenCount.get() + 1);
    if (answer.status === 404 && (await getErrorCode(answer)) === 'account_not_found')
      removedAccount.set(accountId);
    return answer;
  };
}

async function getErrorCode(answer: Response): Promise<unknown> {
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  return (body as { code?: unknown } | undefined)?.code;
}

/** Sign-in page with a return address. */
export function signInAddress(): string {
  return withQuery(pagePaths.signIn, { next: location.pathname + location.search });
}

/** For users of single sign-on who must prove more: the address alone leads back to their provider. */
export function ownSignInAddress(): string {
  const next = location.pathname + location.search;
  return withQuery(pagePaths.signIn, { with: 'password', next });
}
