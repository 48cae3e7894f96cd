import { pagePaths, withQuery } from '@insignia/contract/paths';
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
export const fetchWithStatus: typeof fetch = async (input, init) => {
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

/** Sign-in page with a return address. */
export function signInAddress(): string {
  return withQuery(pagePaths.signIn, { next: location.pathname + location.search });
}

/** For users of single sign-on who must prove more: the address alone leads back to their provider. */
export function ownSignInAddress(): string {
  const next = location.pathname + location.search;
  return withQuery(pagePaths.signIn, { with: 'password', next });
}
