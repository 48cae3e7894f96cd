import { type Client, createClient } from '@insignia/sdk';
import { fetchWithStatus, forbiddenCount, removedAccount } from './connection.ts';

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
