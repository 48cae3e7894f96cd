import { pagePaths, withQuery } from '@insignia/contract/paths';
import { watched } from './watched.ts';

/**
 * `offline`: this device has no network. `unreachable`: no answer comes all the same. `busy`: the service says that something
 * behind it is away.
 */
export const connection = watched<'fine' | 'offline' | 'unreachable' | 'busy'>('fine');
/** Whether nothing comes from the service, for whatever reason. */
export const useNoAnswer = (): boolean => ['offline', 'unreachable'].includes(connection.use());
export const sessionEnded = watched(false);
/** The account that one has been removed from, or that was deleted, while one looked at it. */
export const accountGone = watched<string | undefined>(undefined);
/** How often an account has refused what one's role does not allow: it may be another one by now. */
export const refusals = watched(0);

const away = new Set([502, 503, 504]);

/** Asks as `fetch` does, and keeps in mind how the service is. */
export const watchedFetch: typeof fetch = async (input, init) => {
  try {
    const answer = await fetch(input, init);
    if (answer.status === 401) sessionEnded.set(true);
    connection.set(away.has(answer.status) ? 'busy' : 'fine');
    return answer;
  } catch (error) {
    if (!init?.signal?.aborted) connection.set(navigator.onLine ? 'unreachable' : 'offline');
    throw error;
  }
};

/** The service's own page for signing in, which comes back to where one is. */
export function signInAddress(): string {
  return withQuery(pagePaths.signIn, { next: location.pathname + location.search });
}
