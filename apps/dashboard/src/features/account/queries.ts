import type { Client } from '@insignia/sdk';
import { queryOptions } from '@tanstack/react-query';
import type { AccountContextValue } from '../../shared/account.ts';
import { createAccountClient } from '../../shared/connection.ts';

export type Session = Awaited<ReturnType<Client['people']['sessions']>>['items'][number];

/** The user's sessions, this one first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => {
    const { items } = await createAccountClient().people.sessions({}, { signal });
    return items.toSorted(
      (a, b) =>
        Number(b.current) - Number(a.current) || Date.parse(b.createdAt) - Date.parse(a.createdAt),
    );
  },
});

export type StartedSetup = Awaited<ReturnType<Client['people']['enableTotp']>>;

/** The user's authenticator app. */
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => createAccountClient().people.secondFactor({}, { signal }),
});

export type Passkey = Awaited<ReturnType<Client['people']['passkeys']>>['items'][number];

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }) =>
    (await createAccountClient().people.passkeys({}, { signal })).items,
});

/** The account's rules for signing in. */
export const accountSecurityQuery = ({
  accountId,
  api,
}: Pick<AccountContextValue, 'accountId' | 'api'>) =>
  queryOptions({
    queryKey: [accountId, 'account-security'],
    queryFn: ({ signal }) => api.account.security({}, { signal }),
  });
