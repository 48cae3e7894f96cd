import { type Client, createClient } from '@insignia/sdk';
import { watchedFetch } from './connection.ts';

/** Asks as the person who is signed in; for an account, when one is named. */
export function clientFor(accountId?: string): Client {
  return createClient({
    baseUrl: location.origin,
    session: true,
    fetch: watchedFetch,
    // Repetition is the queries' affair, so that it can be seen.
    attempts: 1,
    ...(accountId === undefined ? {} : { accountId }),
  });
}
