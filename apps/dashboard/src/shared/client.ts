import { type Client, createClient } from '@insignia/sdk';
import { accountGone, refusals, watchedFetch } from './connection.ts';

/** Asks as the person who is signed in; for an account, when one is named. */
export function clientFor(accountId?: string): Client {
  return createClient({
    baseUrl: location.origin,
    session: true,
    fetch: accountId === undefined ? watchedFetch : fetchOf(accountId),
    // Repetition is the queries' affair, so that it can be seen.
    attempts: 1,
    ...(accountId === undefined ? {} : { accountId }),
  });
}

/** Keeps in mind when the account is no longer there for whoever asks. */
function fetchOf(accountId: string): typeof fetch {
  return async (input, init) => {
    const answer = await watchedFetch(input, init);
    if (answer.status === 403) refusals.set(refusals.get() + 1);
    if (answer.status === 404 && (await codeOf(answer)) === 'account_not_found')
      accountGone.set(accountId);
    return answer;
  };
}

async function codeOf(answer: Response): Promise<unknown> {
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  return (body as { code?: unknown } | undefined)?.code;
}
