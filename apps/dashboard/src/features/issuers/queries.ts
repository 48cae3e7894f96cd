import { queryOptions } from '@tanstack/react-query';
import type { AccountContextValue } from '../../shared/account.ts';

export type FullIssuer = Awaited<ReturnType<AccountContextValue['api']['issuers']['get']>>;

export const issuerQuery = ({ accountId, api }: AccountContextValue, issuerId: string) =>
  queryOptions({
    queryKey: [accountId, 'issuers', issuerId],
    queryFn: ({ signal }) => api.issuers.get({ issuerId }, { signal }),
  });

type Revocation = { issuerId: string; keyId: string; since: string | undefined };

export const keyRevocationQuery = (
  { accountId, api }: AccountContextValue,
  { issuerId, keyId, since }: Revocation,
) =>
  queryOptions({
    queryKey: [accountId, 'issuers', issuerId, 'keys', keyId, 'revocation', since],
    // Credentials are signed when they're downloaded, so a cached preview can be out of date.
    staleTime: 0,
    queryFn: ({ signal }) =>
      api.issuers.previewKeyRevocation({ issuerId, keyId, ...(since && { since }) }, { signal }),
  });

export type SigningKey = Awaited<
  ReturnType<AccountContextValue['api']['issuers']['keys']>
>['items'][number];

export const signingKeysQuery = ({ accountId, api }: AccountContextValue, issuerId: string) =>
  queryOptions({
    queryKey: [accountId, 'issuers', issuerId, 'keys'],
    queryFn: async ({ signal }) => (await api.issuers.keys({ issuerId }, { signal })).items,
  });

export type KeyStatus = 'signs' | 'waits' | 'stays' | 'revoked';

/** Compares the keys with each other instead of the browser's clock, which may be wrong. */
export function getKeyStatus(
  { signs, usedFrom, revokedAt }: SigningKey,
  keys: readonly SigningKey[],
): KeyStatus {
  if (revokedAt !== null) return 'revoked';
  if (signs) return 'signs';
  const present = keys.find((key) => key.signs);
  return present && Date.parse(usedFrom) > Date.parse(present.usedFrom) ? 'waits' : 'stays';
}
