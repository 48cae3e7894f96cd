import { type Client, createClient } from '@insignia/sdk';
import { accountGone, refusals, watchedFetch } from './connection.ts';

/** Client as the signed-in user, optionally for an account. */
export function clientFor(accountId?: string): Client {
  return createClient({
    baseUrl: location.origin,
    session: true,
    fetch: accountId === undefined ? watchedFetch : fetchOf(accountId),
    // The query client retries, so that retries are visible.
    attempts: 1,
    ...(accountId === undefined ? {} : { accountId }),
  });
}

/** Records when the account is no longer accessible. */
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
